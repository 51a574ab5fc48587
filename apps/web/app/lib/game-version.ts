import { rememberedChoice } from './remembered-choice.ts'

/** This visitor's version of the game; '' until they choose one. */
export const { choose: chooseGameVersion, use: useGameVersion } = rememberedChoice<string>('game_version', {
  usual: '',
  isKnown: (stored) => /^\d[\d.]{0,19}$/.test(stored),
})
