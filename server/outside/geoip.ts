import { type CityResponse, open } from 'maxmind';

/** The location of an IP address; null if unknown. Looked up locally, without a network request. */
export type Locate = (ip: string) => { country: string | null; city: string | null };

const nowhere: Locate = () => ({ country: null, city: null });

/** Reads the MaxMind DB file at `path` (GEOIP_FILE). Without a file every location is unknown. */
export async function openGeoip(path: string | undefined): Promise<Locate> {
  if (!path) return nowhere;
  const reader = await open<CityResponse>(path).catch((error) => {
    throw new Error(`GEOIP_FILE ${path} cannot be read: ${error.message}`);
  });
  return (ip) => {
    const found = reader.get(ip);
    return { country: found?.country?.names.en ?? null, city: found?.city?.names.en ?? null };
  };
}
