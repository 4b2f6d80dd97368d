/** Buttons, and links that look like them. A busy button keeps the focus and ignores clicks. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

interface ButtonStyle {
  variant?: 'filled' | 'light' | 'default' | 'danger' | undefined
  size?: 'lg' | undefined
  full?: boolean | undefined
}
/** The classes of a button, for router links. */
export const buttonClass = ({ variant = 'filled', size, full }: ButtonStyle = {}): string =>
  ['btn', variant === 'filled' ? '' : `btn-${variant}`, size ? `btn-${size}` : '', full ? 'btn-full' : ''].filter(Boolean).join(' ')

export function Button({
  variant,
  size,
  full,
  busy,
  onClick,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ButtonStyle & { busy?: boolean | undefined }) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, full })}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** A plain link: to a page that is loaded anew, a file or a phone number. */
export function ButtonLink({ variant, size, full, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & ButtonStyle) {
  return (
    <a {...rest} className={buttonClass({ variant, size, full })}>
      {children}
    </a>
  )
}
