/** Blocking and reporting a member. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmModal } from '../../kit/confirm.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import type { Person } from './people.tsx'

const messages = defineMessages(
  {
    report: 'Report',
    block: 'Block',
    blockTitle: (name: string) => `Block ${name}?`,
    blockVerb: (name: string) => `Block ${name}`,
    leave: 'Cancel',
    blocked: (name: string) => `${name} blocked`,
    blockMeans: (name: string) => `You won’t see or follow each other. ${name} won’t be notified. You can unblock them under “My profile”.`,
    sayMore: 'describe what’s wrong',
    thanks: 'Thanks for your report. We’ll look into it; your name stays private.',
    reportTitle: (name: string) => `Report ${name}`,
    send: 'Send report',
    mayNot: 'You can’t report members right now.',
    blockedAlready: 'This member is already blocked.',
    what: 'What’s wrong?',
    inYourWords: 'Details',
    reasons: {
      SPAM: 'Advertising or spam',
      HARASSMENT: 'Harassment or hate',
      IMPERSONATION: 'Impersonation',
      OTHER: 'Something else',
    },
  },
  {
    de: {
      report: 'Melden',
      block: 'Blockieren',
      blockTitle: (name) => `${name} blockieren?`,
      blockVerb: (name) => `${name} blockieren`,
      leave: 'Abbrechen',
      blocked: (name) => `Du und ${name} seht euch nicht mehr`,
      blockMeans: (name) =>
        `Ihr seht euch hier nicht mehr und folgt einander nicht mehr. ${name} erfährt nichts davon. Unter „Mein Profil“ kannst du die Blockierung aufheben.`,
      sayMore: 'bitte beschreibe das Problem',
      thanks: 'Danke. Wir prüfen die Meldung. Niemand erfährt, von wem sie kommt.',
      reportTitle: (name) => `${name} melden`,
      send: 'Meldung senden',
      mayNot: 'Du kannst zurzeit niemanden melden.',
      blockedAlready: 'Dieses Mitglied ist schon gesperrt.',
      what: 'Was möchtest du melden?',
      inYourWords: 'Beschreibung',
      reasons: {
        SPAM: 'Werbung oder Spam',
        HARASSMENT: 'Belästigung oder Hass',
        IMPERSONATION: 'Gibt sich als jemand anderes aus',
        OTHER: 'Etwas anderes',
      },
    },
    fr: {
      report: 'Signaler',
      block: 'Bloquer',
      blockTitle: (name) => `Bloquer ${name} ?`,
      blockVerb: (name) => `Bloquer ${name}`,
      leave: 'Annuler',
      blocked: (name) => `Vous et ${name} ne vous verrez plus`,
      blockMeans: (name) => `Vous ne vous verrez plus et ne vous suivrez plus. ${name} n’en saura rien. Vous pourrez lever le blocage sous « Mon profil ».`,
      sayMore: 'décrivez le problème',
      thanks: 'Merci pour votre signalement. Nous allons l’examiner ; votre nom reste confidentiel.',
      reportTitle: (name) => `Signaler ${name}`,
      send: 'Envoyer le signalement',
      mayNot: 'Vous ne pouvez pas signaler de membre pour le moment.',
      blockedAlready: 'Ce membre est déjà bloqué.',
      what: 'Que souhaitez-vous signaler ?',
      inYourWords: 'Précisions',
      reasons: {
        SPAM: 'Publicité ou spam',
        HARASSMENT: 'Harcèlement ou haine',
        IMPERSONATION: 'Usurpation d’identité',
        OTHER: 'Autre chose',
      },
    },
    es: {
      report: 'Denunciar',
      block: 'Bloquear',
      blockTitle: (name) => `¿Bloquear a ${name}?`,
      blockVerb: (name) => `Bloquear a ${name}`,
      leave: 'Cancelar',
      blocked: (name) => `Has bloqueado a ${name}`,
      blockMeans: (name) => `Ninguno de los dos verá ni seguirá al otro. ${name} no recibirá ningún aviso. Puedes anular el bloqueo en «Mi perfil».`,
      sayMore: 'describe el problema',
      thanks: 'Gracias por avisarnos. Lo revisaremos, y nadie sabrá quién lo ha enviado.',
      reportTitle: (name) => `Denunciar a ${name}`,
      send: 'Enviar denuncia',
      mayNot: 'Ahora mismo no puedes denunciar a otros miembros.',
      blockedAlready: 'Este miembro ya está bloqueado.',
      what: '¿Qué quieres denunciar?',
      inYourWords: 'Detalles',
      reasons: {
        SPAM: 'Publicidad o spam',
        HARASSMENT: 'Acoso u odio',
        IMPERSONATION: 'Suplantación de identidad',
        OTHER: 'Otra cosa',
      },
    },
  },
)

export function MemberActions({ person }: { person: Person }) {
  const [openDialog, setOpenDialog] = useState<'block' | 'report'>()
  const navigate = useNavigate()
  const t = useMessages(messages)
  const { nickname } = person.profile
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setOpenDialog('report')}>
        {t.report}
        <span className="sr"> {nickname}</span>
      </Button>
      <Button variant="default" onClick={() => setOpenDialog('block')}>
        {t.block}
        <span className="sr"> {nickname}</span>
      </Button>
      {openDialog === 'report' ? <ReportDialog person={person} onClose={close} /> : null}
      {openDialog === 'block' ? (
        <ConfirmModal
          title={t.blockTitle(nickname)}
          confirmLabel={t.blockVerb(nickname)}
          cancelLabel={t.leave}
          onConfirm={async () => {
            await call('memberBlocks.blockOtherMember', { body: { memberId: person.id } })
            await queryClient.invalidateQueries()
            toast(currentMessages(messages).blocked(nickname))
            await navigate({ to: '/members' })
          }}
          onClose={close}
        >
          <p>{t.blockMeans(nickname)}</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}

function ReportDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [category, setCategory] = useState<string>('SPAM'),
    [description, setDescription] = useState('')
  const { nickname } = person.profile
  const t = useMessages(messages)
  const send = async () => {
    const text = description.trim()
    if (category === 'OTHER' && !text) throwInvalid([{ field: 'description', description: t.sayMore }])
    await call('memberReports.reportMember', {
      body: { memberReport: { reportedMemberId: person.id, reason: { category: category as 'SPAM', ...(text ? { description: text } : {}) } } },
    })
    toast(currentMessages(messages).thanks)
    onClose()
  }
  return (
    <Dialog title={t.reportTitle(nickname)} onClose={onClose}>
      <Form
        label={t.reportTitle(nickname)}
        submit={t.send}
        actions={
          <Button variant="default" onClick={onClose}>
            {t.leave}
          </Button>
        }
        onSubmit={send}
        explain={(error) => (error.code === 'PERMISSION_DENIED' ? t.mayNot : error.code === 'CANNOT_REPORT_BLOCKED_MEMBER' ? t.blockedAlready : error.message)}
      >
        <FormField
          name="category"
          label={t.what}
          type="select"
          required
          value={category}
          onChange={setCategory}
          options={Object.entries(t.reasons).map(([value, label]) => ({ value, label }))}
        />
        <FormField
          name="description"
          label={t.inYourWords}
          type="textarea"
          required={category === 'OTHER'}
          maxLength={1000}
          value={description}
          onChange={setDescription}
        />
      </Form>
    </Dialog>
  )
}
