import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * The ref of a row that is wider than a phone: it shows the link that is current, which is the child at this position. `width` changes
 * when the row does.
 */
export function useRowInView<E extends HTMLElement = HTMLElement>(position: number, width = ''): RefObject<E | null> {
  const row = useRef<E>(null)
  const router = useRouter()
  useEffect(() => {
    const show = () => {
      const link = row.current?.children[position]
      if (link instanceof HTMLElement && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 24
    }
    show()
    // After a change of the address the router puts every row back to where it stood.
    return router.subscribe('onRendered', show)
  }, [router, position, width])
  return row
}
