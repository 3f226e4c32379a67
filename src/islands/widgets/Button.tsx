import type { ComponentProps } from 'react'

const button = (className: string) =>
  function Button(props: ComponentProps<'button'>) {
    return <button type="button" className={className} {...props} />
  }

export const Button = button('button')
/** What is meant to be pressed next. */
export const StrongButton = button('button strong')
/** In a row of a list. */
export const SmallButton = button('small-button')
/** In a line of text. */
export const LinkButton = button('link-button')
