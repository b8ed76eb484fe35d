/**
 * Places labels near their targets, `gap` apart or more, between `from` and `to`, in the order of the targets. Labels that
 * would overlap are moved as one block, by as little as possible (isotonic regression).
 */
export function spread(targets: readonly number[], gap: number, from: number, to: number): number[] {
  const blocks: { sum: number; count: number }[] = [];
  targets.forEach((target, index) => {
    let block = { sum: target - index * gap, count: 1 };
    for (
      let before = blocks.at(-1);
      before && before.sum / before.count > block.sum / block.count;
      before = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  const last = to - (targets.length - 1) * gap;
  return blocks
    .flatMap(({ sum, count }) => Array<number>(count).fill(Math.min(Math.max(sum / count, from), last)))
    .map((start, index) => start + index * gap);
}
