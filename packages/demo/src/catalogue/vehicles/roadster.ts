import type { DemoMod } from '../demo-mod.ts'

const roadsterBody = { bodyStyle: 'Roadster', fuel: 'Petrol', drivetrain: 'RWD' } as const
const six = { ...roadsterBody, engine: '3.0 L I6', powerKw: 112, torqueNm: 245, transmission: '4-speed manual' }

export const roadster: DemoMod = {
  slug: 'roadster',
  category: 'classic',
  title: 'Ashby Windermere ’61',
  make: 'Ashby',
  description:
    'A silver open two-seater with wire wheels, three carburettors and red leather. Slow enough to enjoy, quick enough to be careful.',
  about: [
    'Some vehicles are about numbers. This one is about a Sunday. We modeled the Windermere from a stack of workshop drawings that we made up ourselves, in the handwriting of 1961, and then argued for a week about how thin the steering wheel should be. It is very thin.',
    'The six breathes through three carburettors that have to be warm before they agree with each other. For the first two minutes it hunts and spits; pull the choke, be patient, and then it runs like silk. Every spoke of the wire wheels is there and carries load: break enough of them and the wheel goes out of true before it folds.',
    'Cross-ply tyres move about long before they let go, so you steer it with small corrections and a smile. The gearbox has no synchro in first. The brakes need a firm foot, a plan and some luck.',
  ],
  tags: ['sixties', 'open top', 'rwd', 'manual gearbox', 'daily driver'],
  requirements: ['Game 0.34 or newer', '8 GB of memory'],
  priceCents: 1_199,
  featuredOrder: 7,
  configurations: [
    { ...six, name: 'Windermere ’61', massKg: 1_120, topSpeedKmh: 186, sprintS: 8.6 },
    {
      ...six,
      name: 'Windermere Touring',
      engine: '2.6 L I6',
      powerKw: 84,
      torqueNm: 190,
      massKg: 1_105,
      topSpeedKmh: 168,
      sprintS: 10.6,
    },
    { ...six, name: 'Windermere Fixed Head', bodyStyle: 'Coupe', massKg: 1_165, topSpeedKmh: 190, sprintS: 8.9 },
    {
      ...six,
      name: 'Windermere Competition',
      powerKw: 142,
      torqueNm: 272,
      massKg: 985,
      topSpeedKmh: 209,
      sprintS: 6.6,
    },
    {
      ...six,
      name: 'Lakeland Special',
      engine: '4.7 L V8',
      powerKw: 197,
      torqueNm: 365,
      massKg: 1_160,
      topSpeedKmh: 222,
      sprintS: 5.9,
    },
  ],
  releases: [
    {
      version: '1.2.0',
      daysAgo: 52,
      gameVersions: ['0.34', '0.35', '0.36'],
      changes: [
        'Adds the Lakeland Special with an engine that it was never meant to have.',
        'Wire wheels go out of true before they fold.',
        'The tonneau cover can be fitted over the passenger seat.',
      ],
    },
    {
      version: '1.1.0',
      daysAgo: 168,
      gameVersions: ['0.34', '0.35'],
      changes: [
        'Adds the Fixed Head.',
        'Choke lever works, and matters.',
        'Softer bumpers: chrome dents instead of bouncing.',
      ],
    },
    {
      version: '1.0.1',
      daysAgo: 260,
      gameVersions: ['0.34', '0.35'],
      changes: ['Mends the horn that kept sounding after a head-on hit.', 'First gear crunches when it should.'],
    },
    {
      version: '1.0.0',
      daysAgo: 271,
      gameVersions: ['0.34', '0.35'],
      changes: ['First release with three configurations.', 'Six period paints, three leathers.'],
    },
  ],
  compatibility: [
    { gameVersion: '0.37', state: 'unconfirmed', note: 'Runs, but we are still listening to the new engine sounds.' },
    { gameVersion: '0.36', state: 'confirmed', note: 'Tested.' },
    { gameVersion: '0.35', state: 'confirmed', note: 'Tested.' },
    { gameVersion: '0.34', state: 'confirmed', note: 'Tested, except for the tonneau cover.' },
  ],
  related: ['coupe', 'muscle'],
  pictures: {
    front:
      'Silver open-top Ashby Windermere ’61 from the front right, with an oval grille, wire wheels and red leather seats.',
    rear: 'Silver open-top Ashby Windermere ’61 from the rear right, with rounded wings, a chrome bumper and small red lights.',
    lights:
      'Front of the silver Windermere closer up: round headlights with chrome rings, oval grille and chrome bumper.',
    wheels: 'Rear flank of the silver Windermere: a chrome wire wheel, with the red leather seats above.',
  },
  reviews: {
    kind: 'classic',
    approved: 97,
    pending: 3,
    rejected: 1,
    stars: [79, 14, 5, 1, 1],
    best: {
      author: 'tweed_and_torque',
      rating: 5,
      title: 'I drive it with the radio off',
      body: 'Pull the choke, wait, listen to three carburettors disagree and then make peace. I know that it is pixels, but I catch myself warming it up before I leave the village. On the lake road at sixty, correcting a little all the time, it is busier and happier than anything modern at two hundred.',
      helpfulCount: 52,
    },
    titles: ['A Sunday in a zip file', 'Thin wheel, big smile', 'Pull the choke and wait'],
    praise: [
      'The three carburettors hunt when cold and smooth out as it warms, and I wait for it every time.',
      'Cross-ply tyres move about long before they let go, so sixty feels like an adventure.',
      'Every spoke of the wire wheels is there; I bent a few on a kerb and the wheel ran out of true.',
      'The thin steering wheel and the red leather make the cockpit a place to sit even when parked.',
      'First gear without synchro made me learn to double-declutch again.',
      'Competition on a hillclimb is light, loud and just scary enough.',
      'Chrome dents instead of bouncing, which is rarer than it should be.',
      'The Lakeland Special is a terrible idea done beautifully.',
      'The tonneau over the passenger seat is a lovely touch for photographs.',
      'Silver in evening light is the best thing I have put on my desktop this year.',
    ],
    gripes: [
      {
        text: 'The brakes are more of a suggestion, and I hit a sheep.',
        reply:
          'Our condolences. The Competition has discs in front, and they bolt straight onto the others from the parts list.',
      },
      { text: 'No soft top to put up; it rains a lot where I drive.' },
      { text: 'Warming the engine every time is charming for a week and then I wanted a hot start option.' },
      {
        text: 'Wind noise at 140 covers the whole engine.',
        reply:
          'It does in a real one too, but you have a point: it is 4 dB softer with the screen up in the next update.',
      },
    ],
  },
}
