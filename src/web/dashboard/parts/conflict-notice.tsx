/** What else is there at the time of a form, read aloud when it changes. Nothing when nothing is. */
import { Notice } from './notice.tsx'

export const ConflictNotice = ({ children }: { children: string }) => (
  <div role="status">
    {children && (
      <Notice tone="wait" title="Double booked">
        {children}
      </Notice>
    )}
  </div>
)
