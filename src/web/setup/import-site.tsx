/** An empty server takes in the site of an archive, instead of being set up anew. */
import { useId, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { Form, FormField } from '../kit/form.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    form: 'Move a site from another server',
    lead: 'Choose the file that you downloaded in the other dashboard under “Settings”, “Data”. Large files can take a few minutes; keep this page open.',
    file: 'File (.tar.gz)',
    missing: 'Choose the file first.',
    code: 'Setup code',
    codeHint: 'The last part of the setup link the server printed when it started.',
    submit: 'Import site',
    working: 'Checking and importing the file. Keep this page open.',
    done: '“{name}” is here',
    rows: 'All {rows} rows arrived. Sign in with the email and password you had.',
    next: 'Then connect email, texts, Stripe and sign-in providers again under Settings. Shut down the old server, so that nothing is sent or charged twice.',
    dashboard: 'Go to the dashboard',
  },
  {
    de: {
      form: 'Website von einem anderen Server umziehen',
      lead: 'Wähle die Datei, die du im anderen Dashboard unter „Settings“, „Data“ heruntergeladen hast. Große Dateien brauchen einige Minuten. Lass die Seite so lange offen.',
      file: 'Datei (.tar.gz)',
      missing: 'Wähle zuerst die Datei.',
      code: 'Einrichtungscode',
      codeHint: 'Das Ende des Links, den der Server beim Start ausgibt. Er weist dich als Betreiber aus.',
      submit: 'Website übernehmen',
      working: 'Die Datei wird gelesen und geprüft. Lass die Seite offen.',
      done: '„{name}“ ist da',
      rows: 'Alle {rows} Zeilen sind angekommen. Melde dich mit deiner bisherigen E-Mail und deinem Passwort an.',
      next: 'Verbinde dann E-Mail, SMS, Stripe und Anmeldedienste unter „Settings“ neu. Schalte den alten Server ab, damit nichts doppelt verschickt oder abgebucht wird.',
      dashboard: 'Zum Dashboard',
    },
  },
)

function useImport(given: string) {
  const t = useMessages(messages)
  const [file, setFile] = useState<File>()
  const [token, setToken] = useState(given)
  const [isWorking, setWorking] = useState(false)
  const [done, setDone] = useState<{ name: string; rows: number }>()
  const send = async () => {
    if (!file) throw new ApiError(0, t.missing)
    setWorking(true)
    // Whatever the system takes the file for, it is sent as it is.
    const body = file.slice(0, file.size, 'application/gzip')
    setDone(await call('archive.importArchive', { query: { token: token.trim() }, body }).finally(() => setWorking(false)))
  }
  return { setFile, token, setToken, isWorking, done, send }
}

export function ImportSite({ code, onDone }: { code: string; onDone: () => void }) {
  const t = useMessages(messages)
  const id = useId()
  const { setFile, token, setToken, isWorking, done, send } = useImport(code)
  if (done)
    return (
      <div className="card stack" role="status">
        <h1>{t.done.replace('{name}', done.name)}</h1>
        <p>{t.rows.replace('{rows}', String(done.rows))}</p>
        <p>{t.next}</p>
        <p>
          <a className="btn" href="/dashboard">
            {t.dashboard}
          </a>
        </p>
      </div>
    )
  return (
    <Form
      label={t.form}
      submit={t.submit}
      busy={isWorking}
      onSubmit={async () => {
        await send()
        onDone()
      }}
    >
      <div className="card stack">
        <h2 style={{ fontSize: '1.2rem' }}>{t.form}</h2>
        <p>{t.lead}</p>
        <div>
          <label className="field-label" htmlFor={id}>
            {t.file}
          </label>
          <input id={id} type="file" accept=".gz,application/gzip" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
        </div>
        {code === '' && (
          <FormField name="token" value={token} onChange={setToken} label={t.code} hint={t.codeHint} autoComplete="off" required maxLength={200} />
        )}
        {isWorking && <p role="status">{t.working}</p>}
      </div>
    </Form>
  )
}
