/** Why something was not done, for the whole form; announced. */
export const FormError = ({ text }: { text: string | false | null | undefined }) =>
  text ? (
    <p className="form-error" role="alert">
      {text}
    </p>
  ) : null
