/** What stands in place of the site when its facts do not come: the way to the set-up, or what went wrong. Loaded only then. */
import { useEffect, useState } from 'react'
import { EmptyState, ErrorState } from './kit/states.tsx'
import { useMessages, defineMessages } from './kit/messages.ts'
import { call } from './api.ts'

const messages = defineMessages(
  {
    noSite: 'There is no site at this address',
    noSiteHint: 'Check the address. If the site is yours, add this address in its dashboard under Site.',
  },
  {
    de: {
      noSite: 'Unter dieser Adresse gibt es keine Website',
      noSiteHint: 'Bitte prüfe die Adresse. Wenn es deine Website ist, füge die Adresse im Dashboard unter „Site“ hinzu.',
    },
    fr: {
      noSite: 'Il n’y a aucun site à cette adresse',
      noSiteHint: 'Vérifiez l’adresse. Si le site est le vôtre, ajoutez-la dans le tableau de bord, sous « Site ».',
    },
    es: {
      noSite: 'No hay ningún sitio en esta dirección',
      noSiteHint: 'Comprueba la dirección. Si el sitio es tuyo, añádela en el panel de control, en «Site».',
    },
  },
)

/** A server without a site yet is not broken: it waits for its owner. */
export function ErrorOrSetup({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useMessages(messages)
  const isMissing = (error as { status?: number }).status === 404
  const [isSetUp, setIsSetUp] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    void call('setup.getSetup', undefined, { isPublic: true }).then(
      ({ needed }) => (needed ? location.replace('/setup') : setIsSetUp(true)),
      () => setIsSetUp(true),
    )
  }, [isMissing])
  // The server has sites, and none of them is reached by this address.
  if (isMissing)
    return isSetUp ? (
      <main className="page page-tight">
        <EmptyState title={t.noSite}>{t.noSiteHint}</EmptyState>
      </main>
    ) : null
  return (
    <main className="page page-tight">
      <ErrorState error={error} onRetry={retry} />
    </main>
  )
}
