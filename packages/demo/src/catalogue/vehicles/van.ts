import type { DemoMod } from '../demo-mod.ts'

const vanBody = { bodyStyle: 'Van', fuel: 'Diesel', drivetrain: 'FWD' } as const
const diesel = { ...vanBody, engine: '2.0 L diesel I4', powerKw: 110, torqueNm: 340, transmission: '6-speed manual' }
const strongDiesel = { ...diesel, powerKw: 130, torqueNm: 410, transmission: '8-speed automatic' }

export const van: DemoMod = {
  slug: 'van',
  category: 'van',
  title: 'Merle Wayfarer',
  make: 'Merle',
  description:
    'Camper, courier, school run or ambulance: seven vans with sliding doors, working interiors and boards on the roof.',
  about: [
    'Nobody asks for a van, and then everybody drives it. The Wayfarer was our break between two fast cars, and it became the vehicle with the most parts in our workshop: sliding doors that run on rails, a pop-up roof, a kitchen with drawers, seats that come out, shelves that rattle.',
    'It is tall and it feels tall. Side wind on a bridge moves it half a lane. Load the roof and it leans more; load the floor and it settles. Front-wheel drive and a long wheelbase make it honest in the wet, and if you corner too fast the inside rear wheel gives you a polite warning before it leaves the ground.',
    'The hard part was the cupboards. Everything that you pack has mass, and it moves if you have not closed the doors. The first tester forgot the drawer with the pans. We kept the noise.',
  ],
  tags: ['diesel', 'camper', 'daily driver', 'fleet', 'cargo'],
  requirements: ['Game 0.34 or newer', '8 GB of memory'],
  priceCents: 899,
  includedWithPremium: true,
  configurations: [
    { ...diesel, name: 'Camper', massKg: 2_290, topSpeedKmh: 168, sprintS: 14.2 },
    { ...diesel, name: 'Passenger', transmission: '8-speed automatic', massKg: 2_120, topSpeedKmh: 170, sprintS: 13.2 },
    { ...diesel, name: 'Cargo', powerKw: 85, torqueNm: 300, massKg: 1_890, topSpeedKmh: 158, sprintS: 14.8 },
    { ...strongDiesel, name: 'Trail', drivetrain: 'AWD', massKg: 2_360, topSpeedKmh: 172, sprintS: 12.9 },
    {
      ...strongDiesel,
      name: 'Ambulance',
      massKg: 2_780,
      topSpeedKmh: 165,
      sprintS: 15.2,
      slowerBecause: 'a tall body and a ton of equipment',
    },
    {
      ...vanBody,
      name: 'Wayfarer E',
      engine: 'One motor',
      fuel: 'Electric',
      powerKw: 150,
      torqueNm: 310,
      transmission: 'Single-speed',
      massKg: 2_350,
      topSpeedKmh: 150,
      sprintS: 10.4,
      slowerBecause: 'a limiter that saves the battery',
    },
    {
      ...vanBody,
      name: 'Late Courier',
      engine: '2.5 L I5 turbo',
      fuel: 'Petrol',
      powerKw: 294,
      torqueNm: 500,
      drivetrain: 'AWD',
      transmission: '8-speed dual-clutch',
      massKg: 1_960,
      topSpeedKmh: 245,
      sprintS: 5.7,
    },
  ],
  releases: [
    {
      version: '1.1.1',
      daysAgo: 83,
      gameVersions: ['0.34', '0.35', '0.36'],
      changes: ['Sliding door stays open on slopes.', 'Pans are 6 dB quieter.'],
    },
    {
      version: '1.1.0',
      daysAgo: 127,
      gameVersions: ['0.34', '0.35', '0.36'],
      changes: [
        'Adds the Late Courier, for parcels that should have been there yesterday.',
        'Surfboards on the roof are loads and can be lost.',
        'Pop-up roof of the Camper opens and closes.',
      ],
    },
    {
      version: '1.0.0',
      daysAgo: 214,
      gameVersions: ['0.34', '0.35'],
      changes: ['First release with six vans.', 'Camper kitchen with drawers that open.'],
    },
  ],
  compatibility: [
    { gameVersion: '0.37', state: 'unconfirmed', note: 'Not tried yet; an update is being tested.' },
    { gameVersion: '0.36', state: 'confirmed', note: 'Tested.' },
    { gameVersion: '0.35', state: 'confirmed', note: 'Tested.' },
    { gameVersion: '0.34', state: 'confirmed', note: 'Tested, except for the pop-up roof.' },
  ],
  related: ['boxtruck', 'offroad'],
  pictures: {
    front:
      'Orange and white Merle Wayfarer van from the front right, with dark windows, silver wheels and boards on the roof.',
    rear: 'Orange and white Merle Wayfarer van from the rear right, with a large tailgate window and upright red lights.',
    lights: 'Front of the orange Wayfarer closer up: slanted headlights on both sides of a black grille.',
    wheels: 'Flank of the orange and white Wayfarer from behind: two silver spoked wheels and an upright red light.',
  },
  reviews: {
    kind: 'work',
    approved: 76,
    pending: 3,
    rejected: 1,
    stars: [62, 24, 9, 3, 2],
    best: {
      author: 'tidepoolpete',
      rating: 5,
      title: 'I forgot to close the pan drawer',
      body: 'First roundabout, everything out of the cupboards, the most expensive noise I have ever heard from a virtual kitchen. I went back and closed each door by hand, drove to the coast like somebody with a cake on the seat, opened the roof and just sat there. Never thought that I would write a happy review of a van.',
      helpfulCount: 41,
    },
    titles: ['Everyone ends up driving the van', 'Home on four wheels', 'Late Courier is pure comedy'],
    praise: [
      'Things in the cupboards have weight and come out if you leave a door open.',
      'Side wind on a bridge moves it half a lane and suddenly you are awake.',
      'Sliding doors run on rails and can be left open, which my passengers regretted.',
      'The Camper kitchen has drawers, a hob and a view.',
      'Late Courier overtakes sports cars with a roof rack on.',
      'It feels tall, leans politely and warns you before a wheel lifts.',
      'Orange with the white roof is the happiest vehicle in my garage.',
      'I lost a surfboard on the motorway and went back for it.',
      'Cargo with the shelves rattling is oddly relaxing after work.',
      'Trail with all-wheel drive takes the camper to places that it should not see.',
    ],
    gripes: [
      {
        text: 'The sliding door closed itself on every hill.',
        reply: 'That was us, not gravity. It has a catch since 1.1.1.',
      },
      { text: 'A hundred and ten kilowatts with a full camper is really slow uphill.' },
      { text: 'The rear bench cannot be turned into a bed, only the front seats swivel.' },
      {
        text: 'Cupboard noise is funny once and then I wanted a mute.',
        reply: 'There is a volume for it in the sound options from 1.1.1 on, below Body.',
      },
      { text: 'The dashboard textures are softer than in their sports cars.' },
    ],
  },
}
