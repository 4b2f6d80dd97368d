/** Blocks that an owner fills: text, pictures, reviews, questions, team, contact form. Loaded when a page has one. */
import { shownPeople } from '#domains/pages/rules/first-calls.ts'
import { textPictureSizes } from '#kit/pure/picture-sizes.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { BlockOf } from '#domains/website/rules/website.ts'
import { useApiMutation, useApiQuery } from '../../api.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { Section } from '../../kit/page.tsx'
import { useCaptcha } from '../../kit/use-captcha.tsx'
import { useDraft } from '../../kit/draft.ts'
import { Picture } from '../../kit/picture.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { PersonCard } from '../person-card.tsx'
import { useTexts } from '../website.ts'
import { RichText } from './rich-text.tsx'

const messages = defineMessages(
  {
    gallery: 'Pictures',
    reviews: 'What people say',
    questions: 'Questions and answers',
    team: 'Our team',
    wholeTeam: 'Whole team',
    contact: 'Write to us',
    name: 'Your name',
    email: 'Email',
    message: 'Message',
    send: 'Send message',
    sent: 'Thank you, your message is on its way. We’ll reply by email.',
  },
  {
    de: {
      gallery: 'Bilder',
      reviews: 'Das sagen andere',
      questions: 'Fragen und Antworten',
      team: 'Unser Team',
      wholeTeam: 'Das ganze Team',
      contact: 'Schreib uns',
      name: 'Dein Name',
      email: 'E-Mail',
      message: 'Nachricht',
      send: 'Nachricht senden',
      sent: 'Danke, deine Nachricht ist unterwegs. Wir antworten dir per E-Mail.',
    },
    fr: {
      gallery: 'Photos',
      reviews: 'Ce qu’on dit de nous',
      questions: 'Questions et réponses',
      team: 'Notre équipe',
      wholeTeam: 'Toute l’équipe',
      contact: 'Nous écrire',
      name: 'Votre nom',
      email: 'E-mail',
      message: 'Message',
      send: 'Envoyer le message',
      sent: 'Merci, votre message est en route. Nous vous répondrons par e-mail.',
    },
    es: {
      gallery: 'Fotos',
      reviews: 'Lo que dicen de nosotros',
      questions: 'Preguntas y respuestas',
      team: 'Nuestro equipo',
      wholeTeam: 'Todo el equipo',
      contact: 'Escríbenos',
      name: 'Tu nombre',
      email: 'Correo',
      message: 'Mensaje',
      send: 'Enviar mensaje',
      sent: 'Gracias, tu mensaje está en camino. Te responderemos por correo.',
    },
  },
)

/** People that a block of the team shows, unless it says how many. */

export function TextBlock({ block }: { block: BlockOf<'text'> }) {
  const { say, lines } = useTexts()
  const title = say(block.title)
  const id = useId()
  const { picture } = block
  const body = lines(block.body)
  if (!title && !picture && body.length === 0) return null
  return (
    <section className={picture ? 'section text-and-picture' : 'section'} {...(title ? { 'aria-labelledby': id } : {})}>
      <div>
        {title ? (
          <h2 className="text-title" id={id}>
            {title}
          </h2>
        ) : null}
        <RichText lines={body} below={title ? 2 : 1} />
      </div>
      {picture ? (
        <div className="text-picture">
          <Picture src={`/media/${picture.id}`} alt={say(picture.alt)} seed={block.id} ratio="4 / 3" focus={picture.focus} sizes={textPictureSizes} />
        </div>
      ) : null}
    </section>
  )
}

export function GalleryBlock({ block }: { block: BlockOf<'gallery'> }) {
  const t = useMessages(messages)
  const { say } = useTexts()
  if (block.pictures.length === 0) return null
  return (
    <Section title={say(block.title, t.gallery)}>
      <ul className="gallery">
        {block.pictures.map((picture) => (
          <li key={picture.id}>
            <Picture src={`/media/${picture.id}`} alt={say(picture.alt)} seed={picture.id} ratio="4 / 3" focus={picture.focus} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function ReviewsBlock({ block }: { block: BlockOf<'reviews'> }) {
  const t = useMessages(messages)
  const { say } = useTexts()
  const reviews = block.reviews.filter(({ text }) => say(text))
  if (reviews.length === 0) return null
  return (
    <Section title={say(block.title, t.reviews)}>
      <div className="grid">
        {reviews.map((review, at) => (
          <figure key={at} className="card review">
            <blockquote>{say(review.text)}</blockquote>
            <figcaption className="dim">{review.name}</figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

export function QuestionsBlock({ block }: { block: BlockOf<'questions'> }) {
  const t = useMessages(messages)
  const { say } = useTexts()
  const questions = block.questions.filter(({ question }) => say(question))
  if (questions.length === 0) return null
  return (
    <Section title={say(block.title, t.questions)}>
      <div className="card questions">
        {questions.map(({ question, answer }, at) => (
          <details key={at}>
            <summary>{say(question)}</summary>
            <p className="prose">{say(answer)}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

export function TeamBlock({ title, count = shownPeople }: { title: string; count: number | undefined }) {
  const t = useMessages(messages)
  const team = useApiQuery('staff.listTeam', { query: { limit: count } })
  const people = team.data?.members ?? []
  if (team.isSuccess && people.length === 0) return null
  return (
    <Section
      title={title || t.team}
      actions={
        <Link className="link" to="/team">
          {t.wholeTeam}
        </Link>
      }
    >
      {team.isPending ? (
        <Skeletons />
      ) : team.error ? (
        <ErrorState error={team.error} onRetry={() => void team.refetch()} />
      ) : (
        <ul className="team">
          {people.map((person) => (
            <PersonCard key={person.resourceId} person={person} />
          ))}
        </ul>
      )}
    </Section>
  )
}

export function ContactBlock({ block }: { block: BlockOf<'contact'> }) {
  const t = useMessages(messages)
  const { say } = useTexts()
  const { fields, change, clear } = useDraft(`contact.${block.id}`, { name: '', email: '', message: '' })
  const [trap, setTrap] = useState('')
  const send = useApiMutation('website.sendContactMessage')
  const text = say(block.text)
  const field = (name: keyof typeof fields) => ({ name, value: fields[name], onChange: (value: string) => change({ [name]: value }), required: true })
  const captcha = useCaptcha('signup')
  const submit = async () => {
    await captcha.withCaptcha((captchaTokens) => send.mutateAsync({ body: { ...fields, captchaTokens, ...(trap && { company: trap }) } }))
    clear()
  }
  return (
    <Section title={say(block.title, t.contact)}>
      <div className="card contact">
        {text ? <p className="prose">{text}</p> : null}
        {send.isSuccess ? (
          <Note tone="good">{t.sent}</Note>
        ) : (
          <Form label={say(block.title, t.contact)} submit={t.send} onSubmit={submit}>
            <FormField {...field('name')} label={t.name} autoComplete="name" maxLength={100} />
            <FormField {...field('email')} label={t.email} type="email" autoComplete="email" maxLength={254} />
            <FormField {...field('message')} label={t.message} type="textarea" maxLength={4000} />
            {/* Programs fill in every field that they find; people neither see nor reach this one. */}
            <div hidden>
              <input name="company" tabIndex={-1} autoComplete="off" aria-hidden value={trap} onChange={(event) => setTrap(event.currentTarget.value)} />
            </div>
            {captcha.field}
          </Form>
        )}
      </div>
    </Section>
  )
}
