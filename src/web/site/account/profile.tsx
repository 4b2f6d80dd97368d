/** Profile tab: name, contact, pictures, custom fields and public profile. */
import { call, queryClient } from '../../api.ts'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { type Member, useCurrentMember } from '../member-data.ts'
import { BlockedMembers } from './blocked-people.tsx'
import { CustomFields } from './custom-fields.tsx'
import { MyPicture } from './my-picture.tsx'
import { MyData } from './my-data.tsx'
import { PublicProfile } from './public-profile.tsx'

const messages = defineMessages(
  {
    title: 'My profile',
    save: 'Save',
    saved: 'Profile saved',
    nickname: 'Display name',
    nicknameHint: 'What others see when your profile is public.',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    birthday: 'Birthday',
    company: 'Company',
  },
  {
    de: {
      title: 'Mein Profil',
      save: 'Speichern',
      saved: 'Profil gespeichert',
      nickname: 'Anzeigename',
      nicknameHint: 'Das sehen andere, wenn dein Profil öffentlich ist.',
      firstName: 'Vorname',
      lastName: 'Nachname',
      phone: 'Telefon',
      birthday: 'Geburtstag',
      company: 'Firma',
    },
    fr: {
      title: 'Mon profil',
      save: 'Enregistrer',
      saved: 'Profil enregistré',
      nickname: 'Nom affiché',
      nicknameHint: 'Ce que les autres voient si votre profil est public.',
      firstName: 'Prénom',
      lastName: 'Nom',
      phone: 'Téléphone',
      birthday: 'Date de naissance',
      company: 'Entreprise',
    },
    es: {
      title: 'Mi perfil',
      save: 'Guardar',
      saved: 'Perfil guardado',
      nickname: 'Nombre visible',
      nicknameHint: 'Lo que ven los demás si tu perfil es público.',
      firstName: 'Nombre',
      lastName: 'Apellidos',
      phone: 'Teléfono',
      birthday: 'Fecha de nacimiento',
      company: 'Empresa',
    },
  },
)

export function Profile() {
  const me = useCurrentMember()
  if (me.isPending) return <Skeletons kind="text" count={5} />
  if (me.error) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
  const { member } = me.data
  return member ? (
    <div className="stack">
      <ContactForm member={member} />
      <CustomFields memberId={member.id} values={member.contact?.customFields ?? {}} />
      <PublicProfile member={member} />
      <BlockedMembers />
      <MyData />
    </div>
  ) : null
}

function ContactForm({ member }: { member: Member }) {
  const { contact, profile } = member
  const t = useMessages(messages)
  const draft = useDraft('account.profile', {
    nickname: profile?.nickname ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    phone: contact?.phones?.[0] ?? '',
    birthdate: contact?.birthdate ?? '',
    company: contact?.company ?? '',
  })
  const field = (key: keyof typeof draft.fields) => ({ value: draft.fields[key], onChange: (value: string) => draft.change({ [key]: value }) })
  const save = async () => {
    const { nickname, phone, ...names } = draft.fields
    const phones = [...(phone.trim() ? [phone.trim()] : []), ...(contact?.phones ?? []).slice(1)]
    await call('members.updateMember', {
      params: { id: member.id },
      body: { member: { profile: { nickname: nickname.trim() }, contact: { ...names, phones } } },
    })
    await queryClient.invalidateQueries()
    draft.clear()
    toast(currentMessages(messages).saved)
  }
  const shownName = draft.fields.nickname || `${draft.fields.firstName} ${draft.fields.lastName}`.trim()
  return (
    <section className="card stack" aria-labelledby="profile-title">
      <div className="row">
        <div>
          <h2 className="card-title" id="profile-title">
            {shownName || t.title}
          </h2>
          <p className="dim small">{member.loginEmail}</p>
        </div>
      </div>
      <MyPicture member={member} which="photo" />
      <Form label={t.title} submit={t.save} onSubmit={save}>
        <FormField name="nickname" label={t.nickname} hint={t.nicknameHint} autoComplete="nickname" {...field('nickname')} required maxLength={100} />
        <div className="fields-2">
          <FormField name="firstName" label={t.firstName} autoComplete="given-name" {...field('firstName')} maxLength={100} />
          <FormField name="lastName" label={t.lastName} autoComplete="family-name" {...field('lastName')} maxLength={100} />
          <FormField name="phones" label={t.phone} type="tel" autoComplete="tel" inputMode="tel" {...field('phone')} maxLength={50} />
          <FormField name="birthdate" label={t.birthday} type="date" autoComplete="bday" {...field('birthdate')} />
        </div>
        <FormField name="company" label={t.company} autoComplete="organization" {...field('company')} maxLength={100} />
      </Form>
    </section>
  )
}
