/** Rounded more for longer times: the seconds of an hour are meaningless. */
export const timeLeftText = (seconds: number) => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min left`
  return `${Math.floor(seconds / 3_600)} h ${Math.round((seconds % 3_600) / 60)} min left`
}
