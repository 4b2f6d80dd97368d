import { Link } from '@tanstack/react-router'
import type { ShownLink } from './website.ts'

/** A link of the menu or the footer. */
export function SiteLink({ link: { href, label, isExternal }, className }: { link: ShownLink; className?: string | undefined }) {
  return isExternal || !href.startsWith('/') ? (
    <a href={href} className={className} rel="noopener">
      {label}
    </a>
  ) : (
    <Link to={href} className={className}>
      {label}
    </Link>
  )
}
