import type { DemoMod } from '../demo-mod.ts'

const dualClutch = { transmission: '8-speed dual-clutch', fuel: 'Petrol' }
const hybrid = { ...dualClutch, engine: '6.5 L V12 hybrid', powerKw: 761, torqueNm: 1_080, drivetrain: 'AWD' } as const
const corsa = { ...hybrid, powerKw: 820, torqueNm: 1_130 }
const v12 = { ...dualClutch, engine: '6.5 L V12', powerKw: 596, torqueNm: 720, drivetrain: 'RWD' } as const
const v8 = { ...dualClutch, engine: '4.0 L V8 hybrid', powerKw: 588, torqueNm: 910, drivetrain: 'AWD' } as const
const coupe = { bodyStyle: 'Coupe' }
const roadster = { bodyStyle: 'Roadster' }

export const hyper: DemoMod = {
  slug: 'hyper',
  category: 'hypercar',
  title: 'Orsana Aurelion',
  make: 'Orsana',
  description:
    'A 1,021 hp V12 hybrid with torque vectoring, active aero and 14 factory configurations. Built panel by panel for soft-body physics.',
  about: [
    'The Aurelion took us nineteen months, which is longer than some companies need for the real thing. It began as one drawing of the side intake: a single line that starts at the front splitter, dives behind the door and comes out under the rear wing. Everything else had to obey that line.',
    'Under the cover sits a naturally aspirated V12 with a motor on each front wheel and one in the gearbox. All three are modeled on their own, with their own heat. On the first hot lap the front motors pull you out of a hairpin like a rope; by lap six they are warm, they give less, and the car begins to steer with its tail. You can watch all of that on the centre display, which is live.',
    'Hard work was the aero. The wing, the two flaps below the nose and the diffuser strake move, and the load on each of them is computed from speed, pitch and ride height. Brake from 300 and you see the wing stand up, feel the rear squat, and can trust it. Rip the wing off and you get the car you deserve.',
    'Fourteen configurations come in the archive, from the manual Leggera without any battery to the Longtail that we built only to see whether it reaches 380. It does, with a run-up.',
  ],
  tags: ['hybrid', 'awd', 'track day', 'v12', 'open top'],
  requirements: ['Game 0.36 or newer', '16 GB of memory for 4K textures, 8 GB for the 2K set'],
  priceCents: 2_499,
  featuredOrder: 1,
  configurations: [
    { ...hybrid, ...coupe, name: 'Aurelion', massKg: 1_560, topSpeedKmh: 365, sprintS: 2.3 },
    { ...hybrid, ...roadster, name: 'Aurelion Spider', massKg: 1_628, topSpeedKmh: 358, sprintS: 2.4 },
    { ...v8, ...coupe, name: 'Aurelion E8', massKg: 1_590, topSpeedKmh: 340, sprintS: 2.7 },
    { ...v8, ...roadster, name: 'Aurelion E8 Spider', massKg: 1_655, topSpeedKmh: 334, sprintS: 2.8 },
    { ...v12, ...coupe, name: 'Leggera', massKg: 1_385, topSpeedKmh: 347, sprintS: 2.8 },
    {
      ...v12,
      ...coupe,
      name: 'Leggera Manual',
      transmission: '6-speed manual',
      massKg: 1_372,
      topSpeedKmh: 347,
      sprintS: 3,
    },
    {
      ...coupe,
      name: 'Elettrica',
      engine: 'Three motors',
      fuel: 'Electric',
      powerKw: 735,
      torqueNm: 1_400,
      drivetrain: 'AWD',
      transmission: 'Single-speed',
      massKg: 1_890,
      topSpeedKmh: 315,
      sprintS: 2.6,
      slowerBecause: 'one gear for everything',
    },
    {
      ...corsa,
      ...coupe,
      name: 'Corsa',
      massKg: 1_495,
      topSpeedKmh: 348,
      sprintS: 2.2,
      slowerBecause: 'a fixed wing and twice the downforce',
    },
    { ...corsa, ...coupe, name: 'Corsa Longtail', massKg: 1_510, topSpeedKmh: 384, sprintS: 2.2 },
    {
      ...hybrid,
      ...coupe,
      name: 'Record Run',
      powerKw: 910,
      torqueNm: 1_240,
      massKg: 1_540,
      topSpeedKmh: 402,
      sprintS: 2.1,
    },
    {
      ...hybrid,
      ...coupe,
      name: 'Prototype 01',
      powerKw: 700,
      torqueNm: 1_000,
      massKg: 1_610,
      topSpeedKmh: 350,
      sprintS: 2.5,
    },
    { ...hybrid, ...coupe, name: 'Interceptor', massKg: 1_640, topSpeedKmh: 350, sprintS: 2.4 },
    {
      ...v12,
      ...coupe,
      name: 'Angle Kit',
      powerKw: 630,
      torqueNm: 760,
      transmission: '6-speed sequential',
      massKg: 1_360,
      topSpeedKmh: 310,
      sprintS: 2.8,
      slowerBecause: 'a short final drive',
    },
    {
      ...v12,
      ...coupe,
      name: 'Corsa GT',
      powerKw: 440,
      torqueNm: 610,
      transmission: '6-speed sequential',
      massKg: 1_290,
      topSpeedKmh: 295,
      sprintS: 3.2,
    },
  ],
  releases: [
    {
      version: '1.1.0',
      daysAgo: 4,
      gameVersions: ['0.36', '0.37'],
      changes: [
        'Adds the Record Run and the Interceptor.',
        'Front motors now lose power with heat one by one instead of together.',
        'The wing no longer flutters between two positions at exactly 120 km/h.',
        'Interior screens draw at half the cost; about 6 % more frames in the cockpit view.',
      ],
    },
    {
      version: '1.0.1',
      daysAgo: 17,
      gameVersions: ['0.36'],
      changes: [
        'Mends the driver’s door that stayed latched after a hit on the sill.',
        'Launch control holds 4,200 rpm on the manual Leggera too.',
        'Lower memory use of the 2K texture set.',
      ],
    },
    {
      version: '1.0.0',
      daysAgo: 24,
      gameVersions: ['0.36'],
      changes: ['First release, with twelve configurations.', 'Three liveries, nine paints, two wheel designs.'],
    },
  ],
  compatibility: [
    { gameVersion: '0.37', state: 'confirmed', note: 'Tested with every configuration.' },
    { gameVersion: '0.36', state: 'confirmed', note: 'Built and tuned on this version.' },
    {
      gameVersion: '0.35',
      state: 'unconfirmed',
      note: 'Loads, but the active aero needs functions that came with 0.36.',
    },
    { gameVersion: '0.34', state: 'broken', note: 'The hybrid drive does not start on this version.' },
  ],
  related: ['coupe', 'rally', 'drift'],
  pictures: {
    front:
      'Gold Orsana Aurelion from the front right, with slim white light blades, black wheels and a tall rear wing.',
    rear: 'Gold Orsana Aurelion from the rear right, with one red light bar across the tail and twin central exhausts.',
    lights:
      'Front of the gold Aurelion closer up: angled white light blades, a low black splitter and a black front wheel.',
    wheels: 'Rear flank of the gold Aurelion: a black multi-spoke wheel behind the deep side intake.',
  },
  captions: {
    front: 'The light blades are the daytime running lights; the beams sit behind them.',
    lights: 'Garage mode, lights on. The splitter breaks off first.',
  },
  inGame: ['lights'],
  reviews: {
    kind: 'track',
    approved: 212,
    pending: 6,
    rejected: 2,
    stars: [91, 7, 1, 1, 0],
    best: {
      author: 'apex_wren',
      rating: 5,
      title: 'The first hybrid that changes while you drive it',
      body: 'I did ten laps expecting a fast car with a battery. By lap six the front motors were warm, the nose stopped pulling and I had to drive it like something from another decade. I have never had to learn the same corner twice in one stint before. That is worth the price on its own, and the wing standing up under braking is still making me grin.',
      helpfulCount: 148,
      featuredOrder: 1,
    },
    titles: ['A thousand horses, all of them polite', 'The Leggera Manual is the one', 'Worth it for the V12 alone'],
    praise: [
      'The Leggera Manual without the battery is my favorite thing in the whole game right now.',
      'You can feel the front motors pull the nose into the apex, then let go on the exit.',
      'The wing stands up under braking and you really feel the rear get heavier.',
      'The V12 at 8,500 rpm through a tunnel is ridiculous in the best way.',
      'Ripped the wing off at 260 and the rear let go exactly as it should.',
      'Reached 381 with the Longtail after a very long run-up and a lot of swearing.',
      'The centre display is live, down to the motor temperatures, and readable from the driver’s seat.',
      'So many configurations, and each one drives like somebody thought about it.',
      'The gold paint shifts with the light and makes every screenshot look planned.',
      'The Corsa GT is slower on paper and the best of them all on a tight circuit.',
      'Torque vectoring can be felt through the wheel instead of just being a number in the menu.',
    ],
    gripes: [
      {
        text: 'The hybrid regen makes the brake pedal feel odd in the first few metres.',
        reply:
          'Fair. You can turn regeneration down in the tuning menu; we also smooth the handover in the next update.',
      },
      {
        text: 'Ground clearance is so low that half the city maps are off limits.',
        reply: 'There is a nose lift, it is on the extra key 3. We will say so on this page, thank you.',
      },
      { text: 'On my older card the cockpit screens cost too many frames.' },
      { text: 'I miss an interior in lighter colors; everything is black or dark gray.' },
    ],
  },
}
