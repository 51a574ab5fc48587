import type { DemoMod } from '../demo-mod.ts'

const tractor = { bodyStyle: 'Truck', fuel: 'Diesel', drivetrain: '6x4', transmission: '18-speed manual' } as const
const thirteen = { ...tractor, engine: '12.8 L diesel I6', powerKw: 451, torqueNm: 2_780 }
const sixteen = { ...tractor, engine: '15.6 L diesel I6' }
const automated = { transmission: '12-speed automated manual' }

export const semi: DemoMod = {
  slug: 'semi',
  category: 'heavy',
  title: 'Northgate Longhaul 780',
  make: 'Northgate',
  description:
    'Long-nose tractor with eighteen gears, air brakes you have to wait for and a sleeper worth sleeping in. Eight trucks, one big heart.',
  about: [
    'The Longhaul started with a sound: the hiss when you set the parking brake. We recorded nothing and built it from scratch, layer by layer, until everyone in the room looked up. Then we had to make a truck that deserves it.',
    'Air is modeled as air. The compressor fills three tanks, the brakes use it, and if you fan the pedal on a long descent you will run out. The spring brakes then do what they are for. There is an engine brake in three stages, and you will learn to plan a hill from the top.',
    'The eighteen-speed has a splitter and a range switch, both on keys of their own, and no synchros. You can float the gears if you match the revs, and grind them if you do not. Sceptics may take the automated gearbox, which is patient and slightly smug.',
    'Its mass was the hard part. Nine tonnes on ten tyres with a cab on air springs has four ways to wobble and all of them are right. The cab nods when you brake, leans when you turn, and the stacks shiver at idle.',
  ],
  tags: ['diesel', 'air brakes', 'towing', 'manual gearbox', 'long haul'],
  requirements: ['Game 0.35 or newer', 'Trailers of the game fit; none is in the archive'],
  priceCents: 2_199,
  featuredOrder: 6,
  configurations: [
    { ...thirteen, name: 'Longhaul 780', massKg: 9_150, topSpeedKmh: 122, sprintS: 15 },
    { ...thirteen, ...automated, name: 'Longhaul 780 Automated', massKg: 9_180, topSpeedKmh: 122, sprintS: 15.8 },
    {
      ...tractor,
      name: 'Day Cab',
      engine: '10.8 L diesel I6',
      powerKw: 313,
      torqueNm: 2_100,
      transmission: '10-speed manual',
      massKg: 7_650,
      topSpeedKmh: 116,
      sprintS: 17.6,
    },
    {
      ...sixteen,
      name: 'Heavy Spec',
      powerKw: 522,
      torqueNm: 3_150,
      massKg: 10_400,
      topSpeedKmh: 118,
      sprintS: 15.5,
      slowerBecause: 'axles geared for 140 tonnes',
    },
    { ...sixteen, name: 'Show Truck', powerKw: 560, torqueNm: 3_250, massKg: 9_400, topSpeedKmh: 140, sprintS: 13 },
    {
      ...thirteen,
      ...automated,
      name: 'Recovery 6x6',
      drivetrain: '6x6',
      powerKw: 370,
      torqueNm: 2_300,
      massKg: 11_800,
      topSpeedKmh: 104,
      sprintS: 24,
      slowerBecause: 'off-road axles',
    },
    {
      ...tractor,
      name: 'Longhaul E',
      engine: 'Two motors',
      fuel: 'Electric',
      powerKw: 600,
      torqueNm: 3_900,
      transmission: '2-speed',
      massKg: 11_200,
      topSpeedKmh: 110,
      sprintS: 12.8,
      slowerBecause: 'a limiter that saves the battery',
    },
    {
      ...thirteen,
      name: 'Circuit Racer',
      drivetrain: 'RWD',
      powerKw: 820,
      torqueNm: 5_000,
      transmission: '16-speed manual',
      massKg: 5_400,
      topSpeedKmh: 160,
      sprintS: 6.6,
    },
  ],
  releases: [
    {
      version: '1.3.0',
      daysAgo: 46,
      gameVersions: ['0.35', '0.36', '0.37'],
      changes: [
        'Adds the Longhaul E and the Circuit Racer.',
        'Cab air springs leak slowly when parked, as they do.',
        'Chrome stacks show heat haze under load.',
        'Mends the splitter that could be stuck between gears.',
      ],
    },
    {
      version: '1.2.0',
      daysAgo: 149,
      gameVersions: ['0.35', '0.36'],
      changes: [
        'Air system with three tanks; fanning the brakes runs them down.',
        'Engine brake in three stages.',
        'Adds the Recovery 6x6.',
      ],
    },
    {
      version: '1.1.0',
      daysAgo: 240,
      gameVersions: ['0.35'],
      changes: ['Adds Heavy Spec and Show Truck.', 'Sun visor and marker lights are parts of their own.'],
    },
    {
      version: '1.0.0',
      daysAgo: 319,
      gameVersions: ['0.35'],
      changes: ['First release with three trucks.', 'Eighteen gears with splitter and range on separate keys.'],
    },
  ],
  compatibility: [
    { gameVersion: '0.37', state: 'confirmed', note: 'Tested with the game’s own trailers.' },
    {
      gameVersion: '0.36',
      state: 'fixed',
      fixedIn: '1.3.0',
      note: 'The splitter could be stuck between gears in 1.2.0.',
    },
    { gameVersion: '0.35', state: 'confirmed', note: 'Tested with the game’s own trailers.' },
  ],
  related: ['boxtruck', 'pickup'],
  pictures: {
    front:
      'Dark red Northgate Longhaul 780 from the front right, with a tall chrome grille, sun visor and amber roof lights.',
    rear: 'Dark red Northgate Longhaul 780 from the rear right, with two chrome stacks, a bare frame and twin rear axles.',
    lights:
      'Front of the dark red Longhaul closer up: tall chrome grille, small headlights and a wide polished bumper.',
    wheels:
      'Rear axles of the dark red Longhaul: polished wheels under chrome mudguards, with the exhaust stacks behind.',
  },
  reviews: {
    kind: 'work',
    approved: 301,
    pending: 5,
    rejected: 2,
    stars: [84, 11, 4, 1, 0],
    best: {
      author: 'midnight_freight',
      rating: 5,
      title: 'I ran out of air on a mountain and deserved it',
      body: 'Fanned the brakes like a fool, watched the needle go down, heard the buzzer, and then the spring brakes made the decision for me. I sat there on the hard shoulder of a pretend mountain and laughed. Next run I picked a low gear at the top, used the engine brake and never touched the pedal. This truck teaches.',
      helpfulCount: 127,
    },
    titles: ['The hiss. Just the hiss', 'Eighteen gears, zero regrets', 'Plan the hill from the top', 'It teaches you'],
    praise: [
      'Air is modeled as air: fan the brakes downhill and you will run out.',
      'Floating the gears without the clutch works when you match the revs and grinds when you do not.',
      'The parking brake hiss is the best sound in my mods folder.',
      'The cab nods, leans and shivers on its own springs and it never feels like an animation.',
      'Three stages of engine brake and all of them matter on a mountain.',
      'Circuit Racer is absurd: five tonnes, sideways, laughing.',
      'Sleeper cab has lights, bunk and a kettle, and I do not know why that makes me happy.',
      'Heavy Spec walks away with loads that other trucks only look at.',
      'Recovery 6x6 pulled my friend out of a lake.',
      'Chrome, stacks and dark red at dusk: I take more pictures than I deliver loads.',
    ],
    gripes: [
      {
        text: 'Eighteen gears on a gamepad is torture.',
        reply: 'The Automated is meant for that. There is also a simple mode for the splitter in the options.',
      },
      {
        text: 'No trailer of its own for this price.',
        reply: 'The game’s trailers fit. One of our own is planned, and it will be free for owners of the Longhaul.',
      },
      { text: 'The mirrors cost a lot of frames when all four are on.' },
      { text: 'The turning circle made me delete a petrol station.' },
    ],
  },
}
