import { useEffect, useMemo } from 'react';
import { useStateOf } from '../../components/useStateOf';
import type { CutListModel } from '../cutList/cutListOf';
import { type Column, measurable } from '../drawing/bitting';
import type { Plan } from '../drawing/readMeasures';
import { CutReader, cutChoices, type Known } from './cutReader';
import { keepCuts, keptCuts, NOTHING_TYPED, type TypedCuts } from './keptCuts';
import { type Evidence, KeySpace } from './keySpace';
import { cutPositions, firstEndOf, type LockRow, lockRows } from './lockRows';
import { type MeasuredCut, measuredCut } from './measuredCut';

export type PartialKeyModel = CutListModel & { id: string };

/** A lock with what is known of its cuts. */
export interface KnownRow extends LockRow {
  /** Where a cut can be typed: its positions, or all if they are not known. */
  cells: readonly number[];
  typed: Readonly<Record<number, string>>;
  problems: readonly string[];
}

const MEASURED = 'the measured key';

/** What is typed at the partial key of a model, and what follows from it. */
export function usePartialKey(model: PartialKeyModel, plan: Plan) {
  const [typed, setTyped] = useStateOf<TypedCuts>(model.id, () => keptCuts(model) ?? NOTHING_TYPED);
  useEffect(() => keepCuts(model, typed), [model, typed]);

  const of = useMemo(() => {
    const count = plan.positions.length;
    const first = firstEndOf(plan, model.codeDirection);
    const choices = cutChoices(plan);
    const columns = measurable(plan).map(([column]) => column);
    return {
      count,
      first,
      choices,
      columns,
      reader: new CutReader(choices),
      rows: lockRows(model, { count, first: first.end }),
    };
  }, [model, plan]);

  const known = useMemo(() => {
    const { count, choices, reader, rows } = of;
    const all = Array.from({ length: count }, (_, index) => index + 1);
    const evidence: Evidence[] = [];
    const knownRows = rows.map((row): KnownRow => {
      const cells = row.positions ?? all;
      const mine = typed.cuts[row.id] ?? {};
      const cuts = new Map<number, Known>();
      const problems = new Set<string>();
      for (const position of cells) {
        const reading = reader.readCell(mine[position] ?? '');
        if (reading.known) cuts.set(position, reading.known);
        if (reading.problem) problems.add(reading.problem);
      }
      evidence.push({ said: row.said, cuts });
      return { ...row, cells, typed: mine, problems: [...problems] };
    });
    const column: Column = typed.column ?? of.columns[0] ?? plan.column;
    const measured = new Map<number, MeasuredCut>();
    for (const position of all) {
      const cut = measuredCut(typed.measured[position] ?? '', column, plan, reader);
      if (cut) measured.set(position, cut);
    }
    evidence.push({
      said: MEASURED,
      cuts: new Map([...measured].flatMap(([position, cut]) => (cut.known ? [[position, cut.known] as const] : []))),
    });
    const needed = new Set([...cutPositions(rows, count), ...evidence.flatMap(({ cuts }) => [...cuts.keys()])]);
    const positions = all.filter((position) => needed.has(position));
    const space = new KeySpace(choices, positions, evidence);
    /** What is known of a position from all locks together; empty if nothing is. */
    const togetherAt = (position: number): string => {
      const said = evidence.flatMap(({ cuts }) => cuts.get(position) ?? []);
      const left = space.left.find((one) => one.position === position);
      if (said.length === 0 || !left?.choices.length) return '';
      const narrowest = said.find((one) => one.choices.length === left.choices.length);
      return narrowest?.text ?? left.choices.map((choice) => choices[choice]?.names[0]).join('/');
    };
    return {
      rows: knownRows,
      column,
      measured,
      space,
      together: new Map(all.map((position) => [position, togetherAt(position)])),
      /** Where the locks do not agree. */
      disputed: new Set(space.left.filter(({ choices: left }) => left.length === 0).map(({ position }) => position)),
      hasKnown: evidence.some(({ cuts }) => cuts.size > 0),
    };
  }, [typed, of, plan]);

  return { ...of, ...known, isFromTip: model.codeDirection === 'tip to bow', typed, setTyped };
}
