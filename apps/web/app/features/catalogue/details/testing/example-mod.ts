import type { Configuration, ModDetails, Release } from '@slipstream/contract/mods'
import { cents } from '@slipstream/contract/money'
import type { GalleryPicture } from '@slipstream/contract/picture'

export const examplePicture = (label: string, values: Partial<GalleryPicture> = {}): GalleryPicture => ({
  src: `https://files.example/${label}.webp`,
  stem: `https://files.example/${label}`,
  widths: [],
  width: 1_600,
  height: 1_000,
  alt: `The ${label.toLowerCase()} of the car`,
  label,
  placeholder: 'data:image/webp;base64,',
  kind: 'studio',
  caption: null,
  ...values,
})

export const exampleConfiguration = (id: number, values: Partial<Configuration> = {}): Configuration => ({
  id,
  name: `Trim ${id}`,
  bodyStyle: 'Sedan',
  engine: '2.5 L inline-6',
  fuel: 'Petrol',
  powerKw: 300,
  torqueNm: 500,
  drivetrain: 'RWD',
  transmission: '6-speed manual',
  massKg: 1_265,
  topSpeedKmh: 250,
  sprintS: 4.5,
  ...values,
})

export const exampleRelease = (version: string, values: Partial<Release> = {}): Release => ({
  id: Number(version.replaceAll('.', '')),
  version,
  publishedAt: '2026-11-04T23:30:00.000Z',
  changes: [`What ${version} changed.`],
  gameVersions: ['0.36', '0.9', '0.35'],
  sizeBytes: 418_000_000,
  ...values,
})

/** A mod with only the required details. */
export const exampleMod = (values: Partial<ModDetails> = {}): ModDetails => ({
  id: 2,
  title: 'Tsukiro Senko D-Spec',
  description: 'A drift sedan.',
  category: 'drift',
  categoryName: 'Drift',
  price: cents(1_799),
  discountPrice: null,
  saleEndsAt: null,
  previewImageUrl: null,
  picture: null,
  engine: null,
  powerKw: null,
  drivetrain: null,
  rating: null,
  ratingCount: 0,
  includedWithPremium: false,
  publishedAt: '2026-10-01T00:00:00.000Z',
  version: null,
  releasedAt: null,
  make: 'Tsukiro',
  about: [],
  story: [],
  tags: [],
  pictures: [],
  videoUrl: null,
  trailer: null,
  requirements: [],
  configurations: [],
  releases: [],
  gameVersions: [],
  compatibility: [],
  histogram: [0, 0, 0, 0, 0],
  shareImageUrl: null,
  ...values,
})
