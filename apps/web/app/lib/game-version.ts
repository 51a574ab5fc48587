import { rememberedChoice } from './remembered-choice.ts'

/** The version of the game that this visitor has; '' until they say so. */
export const { choose: chooseGameVersion, use: useGameVersion } = rememberedChoice<string>('game_version', {
  usual: '',
  isKnown: (stored) => /^\d[\d.]{0,19}$/.test(stored),
})
