import { rememberedChoice } from './remembered-choice.ts'

export const UNITS = ['metric', 'imperial'] as const
export type Units = (typeof UNITS)[number]

/** Metric on the server, which cannot know the choice. */
export const { choose: chooseUnits, use: useUnits } = rememberedChoice<Units>('units', {
  usual: 'metric',
  isKnown: (stored) => (UNITS as readonly string[]).includes(stored),
})
