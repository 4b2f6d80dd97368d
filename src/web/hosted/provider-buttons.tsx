/** "Continue with …" buttons of the site's identity providers. */
import { useApiQuery } from '../api.ts'
import { getClientId } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { operationUrl } from '../operation-url.ts'

const messages = defineMessages(
  { others: 'Other ways to sign in', goOn: (name: string) => `Continue with ${name}` },
  {
    de: { others: 'Weitere Anmeldemöglichkeiten', goOn: (name) => `Weiter mit ${name}` },
    fr: { others: 'Autres façons de se connecter', goOn: (name) => `Continuer avec ${name}` },
    es: { others: 'Otras formas de iniciar sesión', goOn: (name) => `Continuar con ${name}` },
  },
)

/** `returnUrl` is a path of this origin; `rs` is the flow of a storefront. */
export function ProviderButtons({ rs, returnUrl }: { rs: string | undefined; returnUrl: string }) {
  const { data } = useApiQuery('identity.getSignInConfig', { query: {} })
  const t = useMessages(messages)
  if (!data || data.providers.length === 0) return null
  const loginPage = `/hosted/login?${new URLSearchParams(rs ? { rs } : { returnUrl })}`
  return (
    <div className="stack-s" role="group" aria-label={t.others}>
      {data.providers.map(({ id, name }) => (
        <ButtonLink
          key={id}
          variant="default"
          full
          // The sign-in page completes the flow: it exchanges the provider's result for tokens.
          href={operationUrl('identity.startProvider', { query: { idp: id, clientId: getClientId(), continueTo: `${loginPage}#state=SUCCESS`, loginPage } })}
        >
          {t.goOn(name)}
        </ButtonLink>
      ))}
    </div>
  )
}
