/** The two pictures of a profile; each is kept as soon as it is chosen. */
import { call, queryClient } from '../../api.ts'
import { PictureField } from '../../kit/picture-field.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { InputOf } from '../../operations.ts'
import type { Member } from '../catalog.ts'

const words = { photo: 'My picture', cover: 'Picture at the top of my page' }
/** Empty texts take a picture away. */
const gone = { id: '', url: '' }

export function MyPicture({ member, which }: { member: Member; which: 'photo' | 'cover' }) {
  const url = member.profile?.[which]?.url
  return (
    <PictureField
      label={words[which]}
      shape={which === 'photo' ? 'person' : '16 / 5'}
      seed={which === 'photo' ? member.profile?.nickname || member.loginEmail || '' : member.id}
      value={url ? { url } : undefined}
      onChange={async (picture) => {
        await call('members.updateMember', {
          params: { id: member.id },
          body: { member: { profile: { [which]: picture ?? gone } } },
        } as InputOf<'members.updateMember'>)
        await queryClient.invalidateQueries()
        toast('Your profile is saved')
      }}
    />
  )
}
