import { Link, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { toTeamSlug } from '#domains/staff/rules/team-slug.ts'
import { serviceHeroSizes } from '#kit/pure/picture-sizes.ts'
import { toServiceTitle } from '#kit/pure/seo-tags.ts'
import { useTitle } from '../kit/page.tsx'
import { Picture } from '../kit/picture.tsx'
import { Skeleton } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { describeLocation, listGalleryPictures, findImageAlt, findImage, sessionMinutes, type Service, useNextTimes, useService } from './catalog.ts'
import { BookingPanel } from './booking-panel.tsx'
import { PolicyLines } from './policy-lines.tsx'
import { Price } from './cards.tsx'
import { FailedPage, GonePage } from './instead-of-page.tsx'
import { formatLengths, Length } from './length.tsx'
import { describeLevel } from './level.ts'

const messages = defineMessages(
  {
    service: 'Service',
    notFound: 'Service not found',
    gone: 'This service is no longer available',
    all: 'See all services',
    loading: 'Loading',
    price: 'Price',
    length: 'Duration',
    level: 'Level',
    place: 'Location',
    people: 'With',
    cancelling: 'Cancellation',
    gallery: 'Pictures',
  },
  {
    de: {
      service: 'Angebot',
      notFound: 'Angebot nicht gefunden',
      gone: 'Dieses Angebot gibt es nicht mehr',
      all: 'Alle Angebote ansehen',
      loading: 'Wird geladen',
      price: 'Preis',
      length: 'Dauer',
      level: 'Niveau',
      place: 'Ort',
      people: 'Mit',
      cancelling: 'Absagen',
      gallery: 'Bilder',
    },
    fr: {
      service: 'Prestation',
      notFound: 'Prestation introuvable',
      gone: 'Cette prestation n’est plus proposée',
      all: 'Voir toutes les prestations',
      loading: 'Chargement',
      price: 'Prix',
      length: 'Durée',
      level: 'Niveau',
      place: 'Lieu',
      people: 'Avec',
      cancelling: 'Annulation',
      gallery: 'Photos',
    },
    es: {
      service: 'Servicio',
      notFound: 'Servicio no encontrado',
      gone: 'Este servicio ya no está disponible',
      all: 'Ver todos los servicios',
      loading: 'Cargando',
      price: 'Precio',
      length: 'Duración',
      level: 'Nivel',
      place: 'Lugar',
      people: 'Con',
      cancelling: 'Cancelación',
      gallery: 'Fotos',
    },
  },
)

export function ServicePage() {
  const t = useMessages(messages)
  const { slug } = useParams({ strict: false }) as { slug: string }
  const query = useService(slug)
  useTitle(query.data ? toServiceTitle(query.data) : t.service)
  if (query.isPending) return <ServiceSkeleton />
  if (query.error) return <FailedPage title={t.service} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <GonePage title={t.notFound} message={t.gone} to="/services" link={t.all} />
  return <ServiceDetails service={query.data} />
}

function ServiceSkeleton() {
  const t = useMessages(messages)
  return (
    <div className="page" role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
      <div className="split split-wide">
        <div className="stack stack-l">
          <div className="skeleton skeleton-wide" />
          <Skeleton height={44} width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="40%" />
        </div>
        <div className="card stack">
          <Skeleton height={28} width="50%" />
          <Skeleton height={330} />
          <Skeleton height={46} />
        </div>
      </div>
    </div>
  )
}

function Gallery({ service, label }: { service: Service; label: string }) {
  const pictures = listGalleryPictures(service)
  return pictures.length > 0 ? (
    <ul className="service-gallery" aria-label={label}>
      {pictures.map(({ url, altText }, at) => (
        // A picture may be there twice.
        <li key={`${at} ${url}`}>
          <Picture src={url} alt={altText ?? ''} seed={url} ratio="4 / 3" sizes="(max-width: 640px) 50vw, 260px" />
        </li>
      ))}
    </ul>
  ) : null
}

function ServiceDetails({ service }: { service: Service }) {
  const t = useMessages(messages)
  const times = useNextTimes(1)
  const next = times.data?.entries.find((one) => one.slot.serviceId === service.id)
  // A course has no length of its own: its dates say it.
  const minutes = sessionMinutes(service, next) ?? (times.isPending && service.type !== 'COURSE' ? 'pending' : undefined)
  const people = service.staffMemberDetails?.staffMembers?.filter(({ name }) => name) ?? []
  const place = service.locations?.[0]?.business
  const address = place?.address?.formattedAddress
  return (
    <div className="page">
      <div className="split split-wide">
        <div className="stack stack-l">
          <div className="service-hero">
            <Picture src={findImage(service)} alt={findImageAlt(service)} seed={service.name} isService ratio="16 / 8" sizes={serviceHeroSizes} eager />
          </div>
          <div>
            <h1>{service.name}</h1>
            {service.tagLine ? <p className="lead">{service.tagLine}</p> : null}
          </div>
          <dl className="facts">
            <dt>{t.price}</dt>
            <dd>
              <Price service={service} />
            </dd>
            {minutes ? (
              <>
                <dt>{t.length}</dt>
                <dd>{formatLengths(service) || <Length minutes={minutes} />}</dd>
              </>
            ) : null}
            {service.level ? (
              <>
                <dt>{t.level}</dt>
                <dd>{describeLevel(service.level)}</dd>
              </>
            ) : null}
            <dt>{t.place}</dt>
            <dd>
              {describeLocation(service)}
              {address && address !== describeLocation(service) ? <span className="block dim small regular">{address}</span> : null}
            </dd>
            {people.length > 0 ? (
              <>
                <dt>{t.people}</dt>
                <dd>
                  {people.map(({ staffMemberId, name = '' }, at) => (
                    <Fragment key={staffMemberId}>
                      {at > 0 ? ', ' : ''}
                      <Link to="/team/$slug" params={{ slug: toTeamSlug(staffMemberId, name) }}>
                        {name}
                      </Link>
                    </Fragment>
                  ))}
                </dd>
              </>
            ) : null}
            <dt>{t.cancelling}</dt>
            <dd>
              <PolicyLines service={service} />
            </dd>
          </dl>
          {service.description ? <div className="prose">{service.description}</div> : null}
          <Gallery service={service} label={t.gallery} />
        </div>
        <BookingPanel service={service} minutes={minutes} />
      </div>
    </div>
  )
}
