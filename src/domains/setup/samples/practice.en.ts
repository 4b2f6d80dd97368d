/** The practice in English. */
import type { PracticeWords } from './words.ts'

export const practiceEn: PracticeWords = {
  siteName: 'Parkside Physio & Massage',
  place: {
    tagline: 'Physiotherapy, massage and skin care under one roof, a short walk from the park.',
    street: 'Park Lane 8',
    city: 'Elmbridge',
    location: 'Parkside Practice',
  },
  people: {
    firstNames: ['Grace', 'Oliver', 'Amelia', 'Henry', 'Ruth', 'Daniel', 'Clara', 'Simon', 'Helen', 'Marcus', 'Alice', 'Victor'],
    lastNames: ['Bennett', 'Clarke', 'Dawson', 'Ellis', 'Foster', 'Grant', 'Hughes', 'Irving', 'Keller', 'Lambert', 'Morgan'],
  },
  staff: {
    hannah: { name: 'Hannah Vogel', description: 'Head of the practice. Twenty years of physiotherapy; backs, necks and what follows an operation.' },
    jonas: { name: 'Jonas Lindqvist', description: 'Physiotherapist. Knees and hips, and getting back to running.' },
    ben: { name: 'Ben Adler', description: 'Physiotherapist and trainer. Leads the back classes in the gym.' },
    priya: { name: 'Priya Nair', description: 'Massage therapist. Firm where it helps, gentle where it matters.' },
    marta: { name: 'Marta Kowalska', description: 'Beautician and massage therapist. Calm hands and clear advice for every skin.' },
  },
  roomType: 'Room',
  rooms: { first: 'Treatment Room 1', second: 'Treatment Room 2', massage: 'Massage Room', care: 'Care Room', gym: 'Gym' },
  categories: { physio: 'Physiotherapy', massage: 'Massage', skin: 'Skin care', groups: 'Groups & courses' },
  policies: {
    usual: { name: 'Usual rules' },
    strict: {
      name: 'Long appointments',
      text: 'Please cancel two days before. Later we charge half of the price, because the hour was kept for you.',
    },
  },
  services: {
    physio: {
      name: 'Physiotherapy',
      tagLine: 'Half an hour, one therapist, one plan',
      description: 'Treatment and exercises for backs, necks, hips and knees. With the head of the practice or one of our therapists.',
    },
    assessment: {
      name: 'First Assessment',
      tagLine: 'An hour to find out what is wrong',
      description: 'We listen, test how you move and write a plan for the next weeks. We confirm each request ourselves, usually the same day.',
    },
    massage: {
      name: 'Classic Massage',
      tagLine: 'Half an hour, an hour, or an hour and a half',
      description: 'Firm or gentle, whole body or just the shoulders: you say what you need. Add oil, hot stones or a warm compress.',
    },
    back: { name: 'Back Massage', tagLine: 'Twenty minutes for a tired back', description: 'Neck, shoulders and back, also in a lunch break.' },
    feet: { name: 'Foot Reflexology', tagLine: 'Half an hour for your feet', description: 'Pressure points, warm towels and no shoes.' },
    head: { name: 'Head & Neck Massage', tagLine: 'Twenty minutes of quiet', description: 'Temples, scalp and neck; good after long days at a screen.' },
    recovery: {
      name: 'Recovery Package',
      tagLine: 'Two hours: massage, heat and rest',
      description: 'A long massage, a warm pack and time to rest afterwards. A deposit keeps your two hours; you pay the rest here.',
    },
    facial: { name: 'Facial', tagLine: 'An hour for your skin', description: 'Cleansing, care and a light massage of face and neck, made for your skin.' },
    backClass: { name: 'Back Class', tagLine: 'Six people, one strong back', description: 'An hour of exercises with a physiotherapist in a small group.' },
    course: {
      name: 'Strong Back in Eight Weeks',
      tagLine: 'Eight Wednesdays, one group',
      description: 'From the first exercise to a routine of your own. Many health insurers pay a part.',
    },
  },
  facial: { option: 'Treatment', choices: ['Classic', 'Sensitive skin', 'Deep hydration'] },
  addOns: { oil: 'Lavender oil', stones: 'Hot stones', compress: 'Warm compress' },
  addOnGroup: { name: 'Make it yours', prompt: 'All of it is ready when you come' },
  plans: {
    card: {
      name: '10-Session Card',
      description: 'Ten massages of any kind, valid for a year.',
      perks: ['Ten massages', 'Valid for 12 months', 'Yours to share with your family'],
    },
    membership: { name: 'Back Class Membership', description: 'Every back class, every week.', perks: ['All back classes', 'Cancel any time'] },
  },
  coupons: { welcome: { name: 'Welcome', code: 'WELCOME15' }, autumn: { name: 'Autumn offer', code: 'AUTUMN20' } },
  badges: { regular: 'Regular', referred: 'Referred by a doctor' },
  fields: {
    insurance: { name: 'Health insurance', examples: ['Northern Mutual', 'CareFirst', 'Private'] },
    doctor: { name: 'Doctor', examples: ['Dr. Osei, Mill Road', 'Dr. Lang, Station Square'] },
  },
  forms: {
    questions: {
      name: 'Questions before a treatment',
      note: 'What should we know?',
      area: 'What is it about?',
      areas: ['Back and neck', 'Arms and legs', 'Something else'],
    },
    intake: {
      name: 'First visit: your health',
      pain: 'Are you in pain at the moment?',
      where: 'Where, and since when?',
      medicine: 'Do you take any medicine?',
      consent: 'I agree that the practice keeps these answers for my treatment.',
      signature: 'Signature',
      yes: 'Yes',
      no: 'No',
    },
  },
  notes: ['Lower back since March; sits all day.', 'Prefers the ground floor.', 'New knee in spring: no kneeling.', 'Allergic to almond oil.'],
  home: {
    title: 'Move without pain. Rest without guilt.',
    text: 'Five people who take their time for you: physiotherapy, massage and skin care, with times from eight in the morning until eight in the evening.',
    team: 'Who will look after you',
    about: {
      title: 'One roof, one plan',
      paragraphs: [
        'What begins as a stiff neck often ends as a bad night. Here therapists, massage and training work on it together.',
        'The first hour is for listening. After it you know what is wrong, what helps and how long it takes.',
      ],
    },
    questions: {
      title: 'Good to know',
      list: [
        ['Do I need a prescription?', 'For massage and skin care never; for physiotherapy only if your insurance is to pay.'],
        ['What shall I bring?', 'Comfortable clothes and, if you have them, pictures and letters of your doctor.'],
        ['Can I book several treatments at once?', 'Yes. Choose one, add the others, and get one visit without gaps.'],
      ],
    },
    contact: { title: 'Ask us', text: 'We answer on the same working day.' },
  },
}
