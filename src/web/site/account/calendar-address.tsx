/** A secret address at which the member's calendar subscribes to their bookings. */
import { useState } from 'react'
import { call, useApiQuery } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { currentMessages, defineMessages, useMessages } from '../../kit/messages.ts'
import { toast } from '../../kit/toasts.tsx'

const messages = defineMessages(
  {
    title: 'Bookings in your calendar',
    about: 'Subscribe once, and your calendar always shows your bookings.',
    make: 'Get calendar address',
    address: 'Your secret address',
    once: 'Add it to your calendar as a subscription. It is shown only once.',
    copy: 'Copy address',
    copied: 'Address copied',
    notCopied: 'Couldn’t copy. Select the address and copy it yourself.',
    again: 'New address',
    againAsk: 'Make a new address?',
    end: 'Remove address',
    endAsk: 'Remove the address?',
    effect: 'Calendars that use the present address stop being updated.',
  },
  {
    de: {
      title: 'Buchungen in deinem Kalender',
      about: 'Einmal abonniert, zeigt dein Kalender immer deine Buchungen.',
      make: 'Kalenderadresse holen',
      address: 'Deine geheime Adresse',
      once: 'Füge sie deinem Kalender als Abonnement hinzu. Sie wird nur einmal gezeigt.',
      copy: 'Adresse kopieren',
      copied: 'Adresse kopiert',
      notCopied: 'Kopieren nicht möglich. Markiere die Adresse und kopiere sie selbst.',
      again: 'Neue Adresse',
      againAsk: 'Neue Adresse erzeugen?',
      end: 'Adresse entfernen',
      endAsk: 'Adresse entfernen?',
      effect: 'Kalender mit der jetzigen Adresse werden nicht mehr aktualisiert.',
    },
    fr: {
      title: 'Réservations dans votre calendrier',
      about: 'Abonnez-vous une fois, et votre calendrier affiche toujours vos réservations.',
      make: 'Obtenir l’adresse de calendrier',
      address: 'Votre adresse secrète',
      once: 'Ajoutez-la à votre calendrier comme abonnement. Elle ne s’affiche qu’une fois.',
      copy: 'Copier l’adresse',
      copied: 'Adresse copiée',
      notCopied: 'La copie a échoué. Sélectionnez l’adresse et copiez-la vous-même.',
      again: 'Nouvelle adresse',
      againAsk: 'Créer une nouvelle adresse ?',
      end: 'Supprimer l’adresse',
      endAsk: 'Supprimer l’adresse ?',
      effect: 'Les calendriers qui utilisent l’adresse actuelle ne seront plus mis à jour.',
    },
    es: {
      title: 'Reservas en tu calendario',
      about: 'Suscríbete una vez y tu calendario mostrará siempre tus reservas.',
      make: 'Obtener la dirección',
      address: 'Tu dirección secreta',
      once: 'Añádela a tu calendario como suscripción. Solo se muestra una vez.',
      copy: 'Copiar la dirección',
      copied: 'Dirección copiada',
      notCopied: 'No se ha podido copiar. Selecciona la dirección y cópiala.',
      again: 'Nueva dirección',
      againAsk: '¿Crear una nueva dirección?',
      end: 'Eliminar la dirección',
      endAsk: '¿Eliminar la dirección?',
      effect: 'Los calendarios que usan la dirección actual dejarán de actualizarse.',
    },
  },
)

async function copy(url: string): Promise<void> {
  toast((await copyText(url)) ? currentMessages(messages).copied : currentMessages(messages).notCopied)
}

export function CalendarAddress() {
  const t = useMessages(messages)
  const found = useApiQuery('calendarFeeds.getMyCalendarFeed')
  const [url, setUrl] = useState<string>()
  const make = async () => {
    setUrl((await call('calendarFeeds.createMyCalendarFeed')).url)
    await found.refetch()
  }
  const end = async () => {
    await call('calendarFeeds.deleteMyCalendarFeed')
    setUrl(undefined)
    await found.refetch()
  }
  if (!found.data) return null
  return (
    <section className="card stack" aria-labelledby="calendar-address-title">
      <div>
        <h2 className="card-title" id="calendar-address-title">
          {t.title}
        </h2>
        <p className="dim">{t.about}</p>
      </div>
      {url ? (
        <div>
          <label htmlFor="calendar-address">{t.address}</label>
          <input
            id="calendar-address"
            className="input"
            readOnly
            value={url}
            aria-describedby="calendar-address-once"
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="small dim" id="calendar-address-once">
            {t.once}
          </p>
        </div>
      ) : null}
      <div className="row">
        {url ? (
          <Button variant="light" onClick={() => void copy(url)}>
            {t.copy}
          </Button>
        ) : null}
        {found.data.createdDate ? (
          <>
            <ConfirmButton label={t.again} title={t.againAsk} confirmLabel={t.again} onConfirm={make}>
              {t.effect}
            </ConfirmButton>
            <ConfirmButton label={t.end} title={t.endAsk} confirmLabel={t.end} onConfirm={end}>
              {t.effect}
            </ConfirmButton>
          </>
        ) : (
          <Button variant="light" onClick={make}>
            {t.make}
          </Button>
        )}
      </div>
    </section>
  )
}
