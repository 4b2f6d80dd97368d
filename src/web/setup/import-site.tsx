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
    fr: {
      form: 'Transférer un site depuis un autre serveur',
      lead: 'Choisissez le fichier téléchargé dans l’autre tableau de bord, sous « Settings », « Data ». Un gros fichier peut prendre quelques minutes ; gardez cette page ouverte.',
      file: 'Fichier (.tar.gz)',
      missing: 'Choisissez d’abord le fichier.',
      code: 'Code d’installation',
      codeHint: 'La fin du lien d’installation que le serveur affiche à son démarrage.',
      submit: 'Importer le site',
      working: 'Vérification et importation du fichier. Gardez cette page ouverte.',
      done: '« {name} » est arrivé',
      rows: 'Les {rows} lignes sont toutes arrivées. Connectez-vous avec votre e-mail et votre mot de passe habituels.',
      next: 'Reconnectez ensuite l’e-mail, les SMS, Stripe et les services de connexion dans « Settings ». Arrêtez l’ancien serveur, pour que rien ne soit envoyé ni débité deux fois.',
      dashboard: 'Aller au tableau de bord',
    },
    es: {
      form: 'Traer un sitio de otro servidor',
      lead: 'Elige el archivo que descargaste en el otro panel, en «Settings», «Data». Un archivo grande puede tardar unos minutos; deja esta página abierta.',
      file: 'Archivo (.tar.gz)',
      missing: 'Elige primero el archivo.',
      code: 'Código de instalación',
      codeHint: 'El final del enlace de instalación que muestra el servidor al arrancar.',
      submit: 'Importar el sitio',
      working: 'Comprobando e importando el archivo. Deja esta página abierta.',
      done: '«{name}» ya está aquí',
      rows: 'Han llegado las {rows} filas. Inicia sesión con el correo y la contraseña de siempre.',
      next: 'Después vuelve a conectar el correo, los SMS, Stripe y los servicios de inicio de sesión en «Settings». Apaga el servidor anterior, para que nada se envíe ni se cobre dos veces.',
      dashboard: 'Ir al panel',
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
