/** Profile photo and cover, each saved as soon as it is chosen. */
import { call, queryClient } from '../../api.ts'
import { PictureField } from '../../kit/picture-field.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import type { Member } from '../member-data.ts'

const messages = defineMessages(
  { photo: 'Profile photo', cover: 'Cover photo', saved: 'Profile saved' },
  {
    de: { photo: 'Mein Bild', cover: 'Titelbild', saved: 'Dein Profil ist gespeichert' },
    fr: { photo: 'Photo de profil', cover: 'Photo de couverture', saved: 'Profil enregistré' },
    es: { photo: 'Foto de perfil', cover: 'Foto de portada', saved: 'Perfil guardado' },
  },
)
/** Empty strings remove the picture. */
const noPicture = { id: '', url: '' }

export function MyPicture({ member, which }: { member: Member; which: 'photo' | 'cover' }) {
  const t = useMessages(messages)
  const url = member.profile?.[which]?.url
  return (
    <PictureField
      label={t[which]}
      shape={which === 'photo' ? 'person' : '16 / 5'}
      seed={which === 'photo' ? member.profile?.nickname || member.loginEmail || '' : member.id}
      value={url ? { url } : undefined}
      onChange={async (picture) => {
        await call('members.updateMember', {
          params: { id: member.id },
          body: { member: { profile: { [which]: picture ?? noPicture } } },
        })
        await queryClient.invalidateQueries()
        toast(currentMessages(messages).saved)
      }}
    />
  )
}
