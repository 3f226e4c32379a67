import { ADDRESS } from '#rules/addresses/page-addresses.ts'

/** The page was opened without the link of a letter. */
export const BrokenLink = () => (
  <div className="words">
    <p>
      Please open this page from the link in the email that we sent you. If the link does not work any more, you can{' '}
      <a href={ADDRESS.resetPassword}>ask for a new one</a>.
    </p>
  </div>
)
