/** Length limits for the text of a mod. Pages count characters without loading the schemas. */
export const MOD_LIMITS = {
  title: 80,
  make: 40,
  description: 160,
  paragraph: 2_000,
  paragraphs: 100,
  /** All paragraphs together. */
  story: 40_000,
  tag: 30,
  tags: 10,
  requirement: 200,
  requirements: 10,
  configurations: 200,
  related: 8,
} as const

/** The fields of a configuration, in the order of the form. */
export const CONFIGURATION_FIELDS = [
  'name',
  'bodyStyle',
  'engine',
  'fuel',
  'powerKw',
  'torqueNm',
  'drivetrain',
  'transmission',
  'massKg',
  'topSpeedKmh',
  'sprintS',
] as const
export type ConfigurationField = (typeof CONFIGURATION_FIELDS)[number]
