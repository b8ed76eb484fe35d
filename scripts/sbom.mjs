/**
 * Lists the packages that production installs in a bill of materials, and prints the registry's advisories for them.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { Failure, start } from './processes.mjs';

/** The bill of materials, as CycloneDX JSON. */
const BILL = 'dist/sbom.cdx.json';

/**
 * Runs the npm that started this process and returns its output whatever its exit code (an audit with findings exits
 * with 1).
 * @param {string[]} args
 */
async function npm(...args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env;
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { stdio: ['ignore', 'pipe', 'pipe'] };
  const child =
    /npm-cli\.c?js$/.test(cli) && existsSync(cli)
      ? start(node, [cli, ...args], options)
      : start('npm', args, { ...options, shell: process.platform === 'win32' });
  const output = { stdout: '', stderr: '' };
  for (const name of /** @type {const} */ (['stdout', 'stderr']))
    child[name]?.on('data', (data) => {
      output[name] += data;
    });
  await child.ended;
  return output;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes the bill of materials and prints the advisories. Advisories do not fail the run, because one can be published
 * at any time without a change of ours. A registry without advisories does not fail it either.
 */
export async function sbom() {
  const { stdout, stderr } = await npm('sbom', '--omit=dev', '--sbom-format=cyclonedx');
  const bill = parsed(stdout);
  if (!bill?.components) throw new Failure(`✗ bill of materials\n${stderr.trim()}`);
  mkdirSync('dist', { recursive: true });
  writeFileSync(BILL, stdout);
  console.log(`✓ bill of materials: ${bill.components.length} packages in ${BILL}`);

  const audit = parsed((await npm('audit', '--omit=dev', '--json')).stdout);
  if (!audit?.metadata) return console.log('– audit: the registry has no advisories, so nothing was checked');
  const { total, ...levels } = audit.metadata.vulnerabilities;
  if (!total) return console.log('✓ audit: no known vulnerability in what production runs');
  const counts = Object.entries(levels).filter(([, count]) => count > 0);
  console.log(`! audit: ${counts.map(([level, count]) => `${count} ${level}`).join(', ')}`);
  for (const { name, severity, via } of Object.values(audit.vulnerabilities)) {
    const titles = via.map((/** @type {string | { title: string }} */ reason) =>
      typeof reason === 'string' ? `through ${reason}` : reason.title,
    );
    console.log(`  ${name} (${severity}): ${titles.join('; ')}`);
  }
}
