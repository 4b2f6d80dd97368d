/** A key or secret, shown once to be copied. */
import { Button } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import { commonWords } from './common-words.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Note } from '#web/kit/states.tsx'

const messages = defineDashboardMessages(
  {
    of: {
      key: { copyNow: 'Copy the key now', onlyOnce: 'You won’t be able to see it again.', copy: 'Copy key', hide: 'Hide the key' },
      secret: { copyNow: 'Copy the secret now', onlyOnce: 'You won’t be able to see it again.', copy: 'Copy secret', hide: 'Hide the secret' },
    },
  },
  {
    de: {
      of: {
        key: {
          copyNow: 'Kopiere den Schlüssel jetzt',
          onlyOnce: 'Er wird nur dieses eine Mal angezeigt.',
          copy: 'Schlüssel kopieren',
          hide: 'Schlüssel ausblenden',
        },
        secret: {
          copyNow: 'Kopiere das Secret jetzt',
          onlyOnce: 'Es wird nur dieses eine Mal angezeigt.',
          copy: 'Secret kopieren',
          hide: 'Secret ausblenden',
        },
      },
    },
  },
)

export function Secret({ what, value, onClose }: { what: 'key' | 'secret'; value: string; onClose: () => void }) {
  const t = useMessages(messages)
  const words = t.of[what]
  return (
    <Note tone="good" role="status">
      <p className="strong">{words.copyNow}</p>
      <p>{words.onlyOnce}</p>
      <p>
        <code style={{ overflowWrap: 'anywhere' }}>{value}</code>
      </p>
      <div className="row">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? commonWords.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {words.hide}
        </Button>
      </div>
    </Note>
  )
}
