/** What the forms of connections share: credentials to be entered again, errors, the confirmed password, the address of a webhook. */
import { Alert, Button, Text } from '@mantine/core'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { StateTag, type Tone } from '../parts/list.tsx'
import type { ReplyOf } from '#web/operations.ts'

type Source = ReplyOf<'connections.getConnections'>['email']['source']

const sourceText: Readonly<Record<Source, [text: string, tone: Tone]>> = {
  ENVIRONMENT: ['Set up on the server', 'good'],
  DASHBOARD: ['Connected', 'good'],
  NONE: ['Not connected', 'wait'],
}
export const SourceTag = ({ source }: { source: Source }) => <StateTag tone={sourceText[source][1]}>{sourceText[source][0]}</StateTag>

/** Says who decides, where this site does not. */
export const ManagedSettingNote = ({ source, canChange, what }: { source: Source; canChange: boolean; what: string }) =>
  source === 'ENVIRONMENT' ? (
    <Text c="dimmed" size="sm">
      The person who runs the server has set this in its environment, which takes precedence. To connect {what} here, remove it there first.
    </Text>
  ) : canChange ? null : (
    <Text c="dimmed" size="sm">
      All sites of this server share {what}. It’s connected in the dashboard of the first one.
    </Text>
  )

/** Credentials that this server cannot open. */
export const Unreadable = () => (
  <Alert color="yellow" title="Enter this again">
    The stored credentials can’t be opened with the key of this server, for example because the data was moved without it.
  </Alert>
)

/** Runs a change that needs a recent password: the dialog asks for it. */
export function useConfirmed() {
  const openConfirm = useConfirm()
  return async (title: string, run: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await run()
      toast(done)
    } catch (error) {
      if ((error as { code?: string }).code !== 'REAUTHENTICATION_REQUIRED') return
      openConfirm({ title, description: 'Confirm it’s you to continue.', confirmLabel: 'Continue', successMessage: done, onConfirm: run })
    }
  }
}
/** What a check answered. That a password is needed is asked by the dialog. */
export const FormError = ({ error }: { error: unknown }) =>
  error && (error as { code?: string }).code !== 'REAUTHENTICATION_REQUIRED' ? (
    <Alert color="red" role="alert">
      {describeError(error)}
    </Alert>
  ) : null

/** The address that is entered at the provider. */
export const WebhookUrl = ({ url, of, hint }: { url: string; of: string; hint?: string }) => (
  <div>
    <Text fw={600}>Address for {of}</Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Text>
    {hint && (
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    )}
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <Button mt="xs" variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy address'}
        </Button>
      )}
    </CopyButton>
  </div>
)
