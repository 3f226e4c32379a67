/** An e-mail address as accounts keep and compare it: nobody means two different ones by capitals. */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
