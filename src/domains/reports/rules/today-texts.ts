/** What Today calls its figures and the steps of setting up, in the language of the reader. No I/O. */
import type { LocalizedText } from '#kit/pure/languages.ts'

const text = (message: string, de: string, fr: string, es: string): LocalizedText => ({ message, de, fr, es })

export const figureNames = {
  revenue: text('Revenue', 'Umsatz', 'Chiffre d’affaires', 'Ingresos'),
  bookings: text('Bookings made', 'Neue Buchungen', 'Nouvelles réservations', 'Nuevas reservas'),
  fill: text('Classes filled', 'Auslastung der Kurse', 'Remplissage des cours', 'Ocupación de las clases'),
  members: text('New members', 'Neue Mitglieder', 'Nouveaux membres', 'Nuevos miembros'),
}

export const stepNames = {
  hours: text('Set your opening hours', 'Öffnungszeiten festlegen', 'Définir vos horaires d’ouverture', 'Definir tu horario de apertura'),
  staff: text('Add staff members', 'Team hinzufügen', 'Ajouter votre équipe', 'Añadir a tu equipo'),
  services: text('Add your first service', 'Erstes Angebot anlegen', 'Ajouter votre première prestation', 'Añadir tu primer servicio'),
  plans: text('Add a pricing plan', 'Tarif anlegen', 'Ajouter une formule', 'Añadir un plan'),
  look: text('Choose an accent colour and a tagline', 'Farbe und Untertitel wählen', 'Choisir une couleur et un slogan', 'Elegir un color y un lema'),
  payments: text('Connect payments', 'Zahlungen anbinden', 'Connecter les paiements', 'Conectar los pagos'),
  email: text('Connect a mail server', 'Mailserver anbinden', 'Connecter un serveur de messagerie', 'Conectar un servidor de correo'),
  booking: text('Make a test booking', 'Testbuchung machen', 'Faire une réservation d’essai', 'Hacer una reserva de prueba'),
}
