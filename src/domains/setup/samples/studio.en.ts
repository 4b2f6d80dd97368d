/** The studio in English. */
import type { StudioWords } from './words.ts'

export const studioEn: StudioWords = {
  siteName: 'Riverside Yoga & Movement',
  place: {
    tagline: 'Slow mornings, strong afternoons, quiet evenings. Classes and one-to-one lessons by the river.',
    street: 'Mill Lane 12',
    city: 'Riverside',
    location: 'Mill Lane Studio',
  },
  people: {
    firstNames: [
      'Ava',
      'Noah',
      'Mila',
      'Jonas',
      'Sofia',
      'Leo',
      'Nina',
      'Theo',
      'Ida',
      'Marek',
      'Lucia',
      'Owen',
      'Freya',
      'Hugo',
      'Amara',
      'Felix',
      'Yuki',
      'Elias',
      'Rosa',
      'Milan',
    ],
    lastNames: ['Berg', 'Costa', 'Dahl', 'Evans', 'Fischer', 'Garcia', 'Haas', 'Ito', 'Jansen', 'Kaya'],
  },
  policy: 'House rules',
  staff: [
    { name: 'Lena Brandt', description: 'Vinyasa and breath. Teaches slowly and laughs often.' },
    { name: 'Tomas Reyes', description: 'Strength and mobility for people who sit all day.' },
    { name: 'Aiko Mori', description: 'Yin, restorative and pre-natal yoga.' },
    { name: 'Samir Haddad', description: 'Physiotherapist; looks after backs, hips and knees.' },
  ],
  roomType: 'Room',
  rooms: ['Garden Room', 'Loft'],
  categories: { classes: 'Classes', appointments: 'One to one', courses: 'Courses' },
  classes: [
    {
      name: 'Morning Flow',
      tagLine: 'Wake up with an hour of easy movement',
      description: 'A gentle vinyasa class for all levels. Mats are there; bring a bottle of water.',
    },
    { name: 'Strength & Mobility', tagLine: 'Build strength that lasts', description: 'Body weight, bands and kettlebells in a small group.' },
    { name: 'Yin & Rest', tagLine: 'Long holds, deep rest', description: 'Quiet floor postures to end the day.' },
  ],
  course: {
    name: 'Handstand Basics',
    tagLine: 'Six Saturdays upside down',
    description: 'From wall walks to the first free seconds. Six weeks, one small group.',
  },
  appointments: [
    {
      name: 'Private Yoga Lesson',
      tagLine: 'One teacher, your pace',
      description: 'An hour with a teacher of your choice, shaped around what your body needs.',
    },
    { name: 'Movement Check-up', tagLine: 'Know where you stand', description: 'Posture, mobility and strength in 45 minutes, with a plan to take home.' },
    { name: 'Physiotherapy', tagLine: 'Hands that know', description: 'Treatment for backs, hips and knees.' },
  ],
  plans: [
    { name: 'Unlimited Monthly', description: 'Every class, every week.', perks: ['All classes', 'One guest a month', 'Cancel any time'] },
    { name: '10-Class Pass', description: 'Ten classes, valid half a year.', perks: ['Any class', 'Valid 6 months'] },
    { name: 'Single Month', description: 'A month without a contract.', perks: ['All classes for a month'] },
    { name: 'Free Intro', description: 'Come once, on us.', perks: ['One class', 'Tea afterwards'] },
  ],
}
