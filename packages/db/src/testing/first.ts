/** The single row returned by an insert. */
export const first = <T>(rows: T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('the insert returned no row')
  return row
}
