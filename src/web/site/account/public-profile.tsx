/** The member's public profile: visibility, page address and about text. */
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, queryClient, useApiQuery } from '../../api.ts'
import { buttonClass } from '../../kit/button.tsx'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { toParagraphs, toRichText } from '../../kit/rich-text.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import type { Member } from '../member-data.ts'
import { MyPicture } from './my-picture.tsx'

const messages = defineMessages(
  {
    title: 'Public profile',
    never: 'Your email, phone and bookings are never shown to other members.',
    look: 'View profile',
    save: 'Save',
    savedOpen: 'Saved. Your profile is public.',
    savedPrivate: 'Saved. Your profile is private.',
    forAll: 'Anyone can see my profile',
    forMembers: 'Other members can see my profile',
    open: 'Your profile is public. Others can find you under “Members” and follow you.',
    private: 'Your profile is private. Only you can see it.',
    headline: 'Title',
    headlineHint: 'A few words shown under your name, like “Runner” or “New in town”.',
    slug: 'Profile address',
    slugLength: 'use 3 to 64 characters',
    free: 'Available',
    answers: {
      TAKEN: 'this address is taken; try another one',
      RESERVED: 'this address is reserved; try another one',
      MALFORMED: 'use letters, numbers, dots, dashes and underscores; start and end with a letter or number',
    },
    about: 'About me',
    aboutHint: 'Leave a blank line to start a new paragraph.',
  },
  {
    de: {
      title: 'Öffentliches Profil',
      never: 'E-Mail-Adresse, Telefonnummer und Buchungen sehen andere Mitglieder nie.',
      look: 'Ansehen',
      save: 'Speichern',
      savedOpen: 'Gespeichert. Andere Mitglieder können dein Profil sehen.',
      savedPrivate: 'Gespeichert. Dein Profil ist privat.',
      forAll: 'Alle dürfen mein Profil sehen',
      forMembers: 'Andere Mitglieder dürfen mein Profil sehen',
      open: 'Dein Profil ist öffentlich. Andere finden dich unter „Mitglieder“ und können dir folgen.',
      private: 'Dein Profil ist privat. Nur du siehst es.',
      headline: 'Überschrift',
      headlineHint: 'Ein paar Worte unter deinem Namen, wie „Läuferin“ oder „Neu in der Stadt“.',
      slug: 'Profiladresse',
      slugLength: 'verwende 3 bis 64 Zeichen',
      free: 'Diese Adresse ist frei.',
      answers: {
        TAKEN: 'diese Adresse ist schon vergeben',
        RESERVED: 'diese Adresse ist reserviert',
        MALFORMED: 'verwende Buchstaben, Ziffern, Punkte, Binde- und Unterstriche; am Anfang und Ende einen Buchstaben oder eine Ziffer',
      },
      about: 'Über mich',
      aboutHint: 'Eine leere Zeile beginnt einen neuen Absatz.',
    },
    fr: {
      title: 'Profil public',
      never: 'Votre e-mail, votre téléphone et vos réservations ne sont jamais montrés aux autres membres.',
      look: 'Voir le profil',
      save: 'Enregistrer',
      savedOpen: 'Enregistré. Votre profil est public.',
      savedPrivate: 'Enregistré. Votre profil est privé.',
      forAll: 'Tout le monde peut voir mon profil',
      forMembers: 'Les autres membres peuvent voir mon profil',
      open: 'Votre profil est public. Les autres peuvent vous trouver sous « Membres » et vous suivre.',
      private: 'Votre profil est privé. Vous seul pouvez le voir.',
      headline: 'Titre',
      headlineHint: 'Quelques mots sous votre nom, par exemple « Course à pied » ou « Ici depuis peu ».',
      slug: 'Adresse du profil',
      slugLength: 'utilisez de 3 à 64 caractères',
      free: 'Disponible',
      answers: {
        TAKEN: 'cette adresse est déjà prise ; essayez-en une autre',
        RESERVED: 'cette adresse est réservée ; essayez-en une autre',
        MALFORMED: 'utilisez des lettres, chiffres, points, tirets et traits de soulignement ; commencez et terminez par une lettre ou un chiffre',
      },
      about: 'À propos de moi',
      aboutHint: 'Laissez une ligne vide pour commencer un nouveau paragraphe.',
    },
    es: {
      title: 'Perfil público',
      never: 'Los demás miembros nunca ven tu correo, tu teléfono ni tus reservas.',
      look: 'Ver el perfil',
      save: 'Guardar',
      savedOpen: 'Guardado. Tu perfil es público.',
      savedPrivate: 'Guardado. Tu perfil es privado.',
      forAll: 'Cualquiera puede ver mi perfil',
      forMembers: 'Otros miembros pueden ver mi perfil',
      open: 'Tu perfil es público. Los demás pueden encontrarte en «Miembros» y seguirte.',
      private: 'Tu perfil es privado. Solo tú puedes verlo.',
      headline: 'Título',
      headlineHint: 'Unas palabras bajo tu nombre, como «Corro los domingos» o «Llegué hace poco».',
      slug: 'Dirección del perfil',
      slugLength: 'usa entre 3 y 64 caracteres',
      free: 'Disponible',
      answers: {
        TAKEN: 'esta dirección ya está ocupada; prueba con otra',
        RESERVED: 'esta dirección está reservada; prueba con otra',
        MALFORMED: 'usa letras, números, puntos, guiones y guiones bajos; empieza y termina con una letra o un número',
      },
      about: 'Sobre mí',
      aboutHint: 'Deja una línea en blanco para empezar un párrafo nuevo.',
    },
  },
)

export function PublicProfile({ member }: { member: Member }) {
  const site = useSite()
  const t = useMessages(messages)
  const about = useApiQuery('memberAbout.getMyMemberAbout')
  // Hidden when the site does not allow public profiles.
  if (site.community === 'NO_ONE') return null
  if (about.isPending) return <Skeletons kind="text" count={4} />
  if (about.error) return <ErrorState error={about.error} onRetry={() => void about.refetch()} />
  const memberAbout = about.data.memberAbout
  return (
    <section className="card stack" aria-labelledby="privacy-title">
      <div className="row row-between">
        <div className="grow">
          <h2 className="card-title" id="privacy-title">
            {t.title}
          </h2>
          <p className="dim">{t.never}</p>
        </div>
        {member.privacyStatus === 'PUBLIC' && member.profile?.slug ? (
          <Link to="/members/$slug" params={{ slug: member.profile.slug }} className={buttonClass({ variant: 'light' })}>
            {t.look}
          </Link>
        ) : null}
      </div>
      <MyPicture member={member} which="cover" />
      <ProfileForm member={member} memberAbout={memberAbout} />
    </section>
  )
}

interface MemberAbout {
  id: string
  revision: string
  content: unknown
}

function ProfileForm({ member, memberAbout }: { member: Member; memberAbout: MemberAbout | undefined }) {
  const draft = useDraft('account.public', {
    open: member.privacyStatus === 'PUBLIC' ? 'true' : '',
    title: member.profile?.title ?? '',
    slug: member.profile?.slug ?? '',
    text: toParagraphs(memberAbout?.content).join('\n\n'),
  })
  const { title, slug, text } = draft.fields
  const open = draft.fields.open === 'true'
  const site = useSite()
  const t = useMessages(messages)
  const save = async () => {
    const newSlug = slug.trim()
    if (newSlug !== member.profile?.slug && (newSlug.length < 3 || newSlug.length > 64)) throwInvalid([{ field: 'slug', description: t.slugLength }])
    if (newSlug !== member.profile?.slug)
      await call('members.updateCurrentMemberSlug', { body: { slug: newSlug } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'SLUG_ALREADY_EXISTS') throwInvalid([{ field: 'slug', description: t.answers.TAKEN }])
        throw error
      })
    if (title.trim() !== (member.profile?.title ?? ''))
      await call('members.updateMember', {
        params: { id: member.id },
        body: { member: { profile: { title: title.trim() } } },
      })
    await saveAbout(memberAbout, text)
    if (open !== (member.privacyStatus === 'PUBLIC')) await call(open ? 'members.joinCommunity' : 'members.leaveCommunity', {})
    await queryClient.invalidateQueries()
    draft.clear()
    toast(open ? currentMessages(messages).savedOpen : currentMessages(messages).savedPrivate)
  }
  return (
    <Form label={t.title} submit={t.save} onSubmit={save}>
      <FormField
        name="privacyStatus"
        type="checkbox"
        label={site.community === 'ALL' ? t.forAll : t.forMembers}
        hint={open ? t.open : t.private}
        value={draft.fields.open}
        onChange={(to) => draft.change({ open: to })}
      />
      <FormField name="title" label={t.headline} hint={t.headlineHint} value={title} onChange={(to) => draft.change({ title: to })} maxLength={100} />
      <FormField
        name="slug"
        label={t.slug}
        hint={<SlugHint slug={slug.trim()} current={member.profile?.slug ?? ''} />}
        required
        autoComplete="off"
        value={slug}
        onChange={(to) => draft.change({ slug: to })}
        maxLength={64}
      />
      <FormField
        name="content"
        type="textarea"
        label={t.about}
        hint={t.aboutHint}
        value={text}
        onChange={(to) => draft.change({ text: to })}
        maxLength={10_000}
      />
    </Form>
  )
}

/** The about text is an entity of its own: created, updated by revision, or deleted. */
async function saveAbout(memberAbout: MemberAbout | undefined, text: string): Promise<void> {
  if (text.trim() === toParagraphs(memberAbout?.content).join('\n\n')) return
  const content = toRichText(text)
  if (!memberAbout) await call('memberAbout.createMemberAbout', { body: { memberAbout: { content } } })
  else if (content.nodes.length === 0) await call('memberAbout.deleteMemberAbout', { params: { id: memberAbout.id } })
  else
    await call('memberAbout.updateMemberAbout', {
      params: { id: memberAbout.id },
      body: { memberAbout: { content, revision: memberAbout.revision } },
    })
}

/** Checks while typing whether the slug is available. */
function SlugHint({ slug, current }: { slug: string; current: string }) {
  const t = useMessages(messages)
  const [checkedSlug, setCheckedSlug] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setCheckedSlug(slug === current ? '' : slug), 400)
    return () => clearTimeout(timer)
  }, [slug, current])
  const { data } = useApiQuery('members.checkMySlug', { query: { slug: checkedSlug } }, { enabled: checkedSlug !== '' })
  const hint = checkedSlug && checkedSlug === slug && data ? (data.answer === 'FREE' ? t.free : data.answer === 'MINE' ? '' : t.answers[data.answer]) : ''
  return (
    <>
      {location.host}/members/<strong>{slug || '…'}</strong>{' '}
      <span role="status" className={data?.answer === 'FREE' ? 'good-text' : undefined}>
        {hint}
      </span>
    </>
  )
}
