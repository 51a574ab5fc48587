export const DEMO_CATEGORIES = [
  { slug: 'sports', name: 'Sports', description: 'Coupes and spyders for the good road home and the odd track day.' },
  { slug: 'hypercar', name: 'Hypercar', description: 'Four-figure horsepower, active aero and no excuses left.' },
  {
    slug: 'muscle',
    name: 'Muscle',
    description: 'Big engines up front, smoke at the back, a lot of bonnet in between.',
  },
  {
    slug: 'drift',
    name: 'Drift',
    description: 'Angle kits, locked differentials and cars that are happiest sideways.',
  },
  { slug: 'rally', name: 'Rally', description: 'Built for gravel, snow and the sort of jump nobody planned.' },
  {
    slug: 'off-road',
    name: 'Off-road',
    description: 'Mud, rocks and dunes: long travel, low range and plenty of clearance.',
  },
  { slug: 'pickup', name: 'Pickup', description: 'Load beds that work for a living and a few that only pretend to.' },
  { slug: 'heavy', name: 'Heavy', description: 'Trucks with air brakes, many gears and a mass that you can feel.' },
  { slug: 'van', name: 'Van', description: 'Parcels, passengers or a weekend by the sea, all in one box.' },
  {
    slug: 'classic',
    name: 'Classic',
    description: 'Thin tyres, drum brakes and chrome: how driving felt before computers.',
  },
]
