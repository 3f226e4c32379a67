/** Where a record will be, while it is loading. */
export const Loading = () => (
  <div className="loading" role="status">
    <p>Loading...</p>
  </div>
)
