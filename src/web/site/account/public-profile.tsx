/** What other members see of me: whether they see me at all, the address of my page, and what I say about myself. */
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { buttonClass } from '../../kit/button.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { paragraphsOf, richTextOf } from '../../kit/rich-text.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { InputOf } from '../../operations.ts'
import { useSite } from '../../site-context.tsx'
import type { Member } from '../catalog.ts'
import { MyPicture } from './my-picture.tsx'

export function PublicProfile({ member }: { member: Member }) {
  const site = useSite()
  const about = useAsk('community.getMyMemberAbout')
  // Where nobody may be public there is nothing to decide.
  if (site.community === 'NO_ONE') return null
  if (about.isPending) return <Skeletons kind="text" count={4} />
  if (about.error) return <ErrorState error={about.error} onRetry={() => void about.refetch()} />
  const written = about.data.memberAbout
  return (
    <section className="card stack" aria-labelledby="privacy-title">
      <div className="row row-between">
        <div className="grow">
          <h2 className="card-title" id="privacy-title">
            My public profile
          </h2>
          <p className="dim">Your e-mail, phone and bookings are never shown to other members.</p>
        </div>
        {member.privacyStatus === 'PUBLIC' && member.profile?.slug ? (
          <Link to="/members/$slug" params={{ slug: member.profile.slug }} className={buttonClass({ variant: 'light' })}>
            Look at it
          </Link>
        ) : null}
      </div>
      <MyPicture member={member} which="cover" />
      <ProfileForm key={written?.revision ?? ''} member={member} written={written} />
    </section>
  )
}

interface Written {
  id: string
  revision: string
  content: unknown
}
const answers: Record<string, string> = {
  TAKEN: 'somebody else has this address; try another one',
  RESERVED: 'this word is kept for the site; try another one',
  MALFORMED: 'use letters, digits, dots, dashes and underscores; begin and end with a letter or digit',
}

function ProfileForm({ member, written }: { member: Member; written: Written | undefined }) {
  const [open, setOpen] = useState(member.privacyStatus === 'PUBLIC')
  const [title, setTitle] = useState(member.profile?.title ?? ''),
    [slug, setSlug] = useState(member.profile?.slug ?? ''),
    [text, setText] = useState(paragraphsOf(written?.content).join('\n\n'))
  const site = useSite()
  const save = async () => {
    const wish = slug.trim()
    if (wish !== member.profile?.slug && (wish.length < 3 || wish.length > 64)) invalid([{ field: 'slug', description: 'use 3 to 64 characters' }])
    if (wish !== member.profile?.slug)
      await call('members.updateCurrentMemberSlug', { body: { slug: wish } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'SLUG_ALREADY_EXISTS') invalid([{ field: 'slug', description: answers.TAKEN as string }])
        throw error
      })
    if (title.trim() !== (member.profile?.title ?? ''))
      await call('members.updateMember', {
        params: { id: member.id },
        body: { member: { profile: { title: title.trim() } } },
      } as InputOf<'members.updateMember'>)
    await saveText(written, text)
    if (open !== (member.privacyStatus === 'PUBLIC')) await call(open ? 'members.joinCommunity' : 'members.leaveCommunity', {})
    await queryClient.invalidateQueries()
    toast(open ? 'Saved. Other members can see your profile.' : 'Saved. Your profile is private.')
  }
  return (
    <Form label="My public profile" submit="Save" onSubmit={save}>
      <FormField
        name="privacyStatus"
        type="checkbox"
        label={site.community === 'ALL' ? 'Everybody may see my profile' : 'Other members may see my profile'}
        hint={open ? 'Your profile is open: others find you under “Members” and can follow you.' : 'Your profile is private: nobody else sees it.'}
        value={open ? 'true' : ''}
        onChange={(value) => setOpen(value === 'true')}
      />
      <FormField
        name="title"
        label="Title"
        hint="A few words under your name, like “Runner” or “New in town”."
        value={title}
        onChange={setTitle}
        maxLength={100}
      />
      <FormField
        name="slug"
        label="Address of my page"
        hint={<SlugHint slug={slug.trim()} mine={member.profile?.slug ?? ''} />}
        required
        autoComplete="off"
        value={slug}
        onChange={setSlug}
        maxLength={64}
      />
      <FormField
        name="content"
        type="textarea"
        label="About me"
        hint="An empty line begins a new paragraph."
        value={text}
        onChange={setText}
        maxLength={10_000}
      />
    </Form>
  )
}

/** The text has a life of its own beside the profile: it is made, changed by its revision, or removed. */
async function saveText(written: Written | undefined, text: string): Promise<void> {
  if (text.trim() === paragraphsOf(written?.content).join('\n\n')) return
  const content = richTextOf(text)
  if (!written) await call('community.createMemberAbout', { body: { memberAbout: { content } } } as InputOf<'community.createMemberAbout'>)
  else if (content.nodes.length === 0) await call('community.deleteMemberAbout', { params: { id: written.id } })
  else
    await call('community.updateMemberAbout', {
      params: { id: written.id },
      body: { memberAbout: { content, revision: written.revision } },
    } as InputOf<'community.updateMemberAbout'>)
}

/** Says while typing whether the address can be had. */
function SlugHint({ slug, mine }: { slug: string; mine: string }) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(slug === mine ? '' : slug), 400)
    return () => clearTimeout(timer)
  }, [slug, mine])
  const { data } = useAsk('members.checkMySlug', { query: { slug: asked } }, { enabled: asked !== '' })
  const said = asked && asked === slug && data ? (data.answer === 'FREE' ? 'It is free.' : data.answer === 'MINE' ? '' : answers[data.answer]) : ''
  return (
    <>
      {location.host}/members/<strong>{slug || '…'}</strong>{' '}
      <span role="status" className={data?.answer === 'FREE' ? 'good-text' : undefined}>
        {said}
      </span>
    </>
  )
}
