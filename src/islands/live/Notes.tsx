/** Before a live record is there, and what it says about itself. */
export const Loading = () => (
  <div className="loading" role="status">
    <p>Loading...</p>
  </div>
)

export const Fresh = () => (
  <p className="fresh">This record is new: it gets a page of its own with the next build of the archive.</p>
)
