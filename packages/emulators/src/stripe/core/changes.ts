/** The object as it is now, whatever becomes of it. */
export const copied = <Row extends object>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row

/** The old values of what is different now, as events carry them. */
export const changesOf = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof Row]),
    ),
  ) as Partial<Row>
