/** The footer of the public site: contact facts, the links of the owner, the language. */
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { zoneName } from '../kit/zones.ts'
import { useSite } from '../site-context.tsx'
import { SiteLink } from './site-link.tsx'
import { useShownLinks, useTexts, useWebsite } from './website.ts'

const messages = defineMessages(
  {
    more: 'More about us',
    zone: (zone: string) => `All times are in ${zone} unless noted.`,
  },
  {
    de: {
      more: 'Mehr über uns',
      zone: (zone) => `Alle Zeiten in ${zone}, sofern nicht anders angegeben.`,
    },
    fr: {
      more: 'En savoir plus',
      zone: (zone) => `Sauf indication contraire, les heures sont indiquées en ${zone}.`,
    },
    es: {
      more: 'Más sobre nosotros',
      zone: (zone) => `Salvo que se indique otra cosa, las horas se indican en ${zone}.`,
    },
  },
)

/** Each is called as its id says. */
const networkName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

export function Footer() {
  const site = useSite()
  const { footer } = useWebsite()
  const t = useMessages(messages)
  const { say } = useTexts()
  const text = say(footer.text)
  const links = useShownLinks(footer.links)
  return (
    <footer className="site-foot">
      <div className="site-foot-in">
        <div className="stack-s">
          <p className="strong">{site.name}</p>
          {site.address ? (
            <p className="dim">{[site.address.line, [site.address.postalCode, site.address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</p>
          ) : null}
          {text ? <p className="dim prose">{text}</p> : null}
        </div>
        {links.length + footer.social.length > 0 ? (
          <nav className="foot-links" aria-label={t.more}>
            {links.map((link) => (
              <SiteLink key={link.key} link={link} />
            ))}
            {footer.social.map(({ network, url }) => (
              <a key={url} href={url} rel="me noopener">
                {networkName(network)}
              </a>
            ))}
          </nav>
        ) : null}
        <div className="stack-s">
          <p className="dim small">{t.zone(zoneName(site.timeZone))}</p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  )
}
