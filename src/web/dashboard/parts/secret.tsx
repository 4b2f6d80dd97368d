/** A key or secret, shown once to be copied. */
import { Button } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import { Note } from '#web/kit/states.tsx'

export function Secret({ what, value, onClose }: { what: string; value: string; onClose: () => void }) {
  return (
    <Note tone="good" role="status">
      <p className="strong">Copy the {what} now</p>
      <p>You won’t be able to see it again.</p>
      <p>
        <code style={{ overflowWrap: 'anywhere' }}>{value}</code>
      </p>
      <div className="row">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : `Copy ${what}`}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Hide the {what}
        </Button>
      </div>
    </Note>
  )
}
