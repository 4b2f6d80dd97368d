/** The head of a page: name, a sentence, a picture, the way to book. */
import { Link } from '@tanstack/react-router'
import type { BlockOf } from '#domains/website/rules/website.ts'
import { pageHeroSizes } from '#kit/pure/picture-sizes.ts'
import { buttonClass } from '../../kit/button.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { Picture, Scene } from '../../kit/picture.tsx'
import { useSite } from '../../site-context.tsx'
import { useTexts } from '../website.ts'

const messages = defineMessages(
  { welcome: 'Welcome', lead: 'Find a time that suits you.', book: 'Book now', seePlans: 'See plans' },
  {
    de: { welcome: 'Willkommen', lead: 'Wähle einen Termin und buche online.', book: 'Jetzt buchen', seePlans: 'Tarife ansehen' },
    fr: { welcome: 'Bienvenue', lead: 'Trouvez le créneau qui vous convient.', book: 'Réserver', seePlans: 'Voir les formules' },
    es: { welcome: 'Te damos la bienvenida', lead: 'Encuentra el momento que mejor te venga.', book: 'Reservar ahora', seePlans: 'Ver planes' },
  },
)

/** `title`: that of the page, where the block has none of its own. `first`: the first block of the page, with its h1. */
export function HeroBlock({ block, title, first }: { block: BlockOf<'hero'>; title: string; first: boolean }) {
  const site = useSite()
  const t = useMessages(messages)
  const { say } = useTexts()
  const Heading = first ? 'h1' : 'h2'
  const { picture } = block
  return (
    <section className="hero" aria-label={t.welcome} data-look={block.look}>
      <div>
        <Heading>{say(block.title, title || site.name)}</Heading>
        <p className="lead">{say(block.text, site.tagline || t.lead)}</p>
        <div className="row">
          <Link to="/services" className={buttonClass({ size: 'lg' })}>
            {t.book}
          </Link>
          <Link to="/plans" className={buttonClass({ size: 'lg', variant: 'light' })}>
            {t.seePlans}
          </Link>
        </div>
      </div>
      {block.look === 'plain' ? null : (
        <div className="hero-picture">
          {block.look === 'picture' && picture ? (
            <Picture src={`/media/${picture.id}`} alt={say(picture.alt)} seed={site.name} ratio="5 / 4" eager focus={picture.focus} sizes={pageHeroSizes} />
          ) : (
            <Scene seed={site.name || 'site'} ratio="5 / 4" own />
          )}
        </div>
      )}
    </section>
  )
}
