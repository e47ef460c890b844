import { dayAfter, toDay } from '@qsc/contracts';
import { type Collection, notFound, type ReadLocalTime, trusted } from '@qsc/service-kit';
import { BY_DATE, type CertificateRow, type QualityRow } from '../read-model/source-row.ts';
import { itemCount, type SupplierRow, toPercent } from '../read-model/supplier-row.ts';
import { EXPIRING_DAYS } from './supplier.ts';

/** The metrics of a supplier (specification, "Supplier"); null where nothing is known. */
export type Metrics = {
  total_components: number;
  active_certificates: number;
  expiring_certificates: number;
  open_deviations: number | null;
  on_time_delivery_rate: number | null;
};

/** The metrics with the figures that the risk baseline needs. */
export type SupplierFigures = Metrics & {
  expired_certificates: number;
  /** Open deviations that are critical; null before the first quality event of the organisation. */
  critical_deviations: number | null;
};

export type MetricRows = {
  suppliers: Collection<SupplierRow>;
  certificates: Collection<CertificateRow>;
  qualityEvents: Collection<QualityRow>;
};

export type SupplierFigureReader = {
  /** The metrics of today. Throws `not_found`. */
  metrics(orgId: string, supplierId: string): Promise<Metrics>;
  /** All figures of today. Throws `not_found`. */
  readFigures(orgId: string, supplierId: string): Promise<SupplierFigures>;
  /** The number of active certificates of the supplier today, by component. */
  activeByComponent(orgId: string, supplierId: string): Promise<Map<string, number>>;
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const TENTHS = 10;

/** The mean of the rates of the relationships, otherwise the attribute of the supplier, otherwise null. */
const deliveryRate = ({ items, attributes }: SupplierRow): number | null => {
  const rates = items.map(({ on_time_delivery_rate }) => on_time_delivery_rate).filter((rate) => rate !== null);
  const rate = mean(rates) ?? toPercent(attributes.on_time_delivery_rate);
  return rate === null ? null : Math.round(rate * TENTHS) / TENTHS;
};

/** The figures of one supplier, from the read model at the time of the read. */
export const makeSupplierFigures = ({
  suppliers,
  certificates,
  qualityEvents,
  localTime,
}: MetricRows & { localTime: ReadLocalTime }): SupplierFigureReader => {
  const countCertificates = async (org_id: string, supplier_id: string) => {
    const at = await localTime(org_id);
    const [today, soon] = [toDay(at), dayAfter(at, EXPIRING_DAYS)];
    const byDate = { org_id, supplier_id, status: trusted({ $in: [...BY_DATE] }), gone: false };
    const [without, expired, expiring, later] = await Promise.all([
      certificates.count({ ...byDate, expiry_date: null }),
      certificates.count({ ...byDate, expiry_date: trusted({ $lt: today }) }),
      certificates.count({ ...byDate, expiry_date: trusted({ $gte: today, $lte: soon }) }),
      certificates.count({ ...byDate, expiry_date: trusted({ $gt: soon }) }),
    ]);
    return { active: without + expiring + later, expired, expiring };
  };

  const countDeviations = async (org_id: string, supplierId: string) => {
    if (!(await qualityEvents.findOne({ org_id }))) return { open: null, critical: null };
    const open = { org_id, related_ids: supplierId, is_open: true, type: 'deviation', gone: false };
    const [all, critical] = await Promise.all([
      qualityEvents.count(open),
      qualityEvents.count({ ...open, classification: 'critical' }),
    ]);
    return { open: all, critical };
  };

  const readFigures: SupplierFigureReader['readFigures'] = async (org_id, supplierId) => {
    const row = await suppliers.findOne({ org_id, _id: supplierId });
    if (!row?.live) throw notFound('supplier', supplierId);
    const [counted, deviations] = await Promise.all([
      countCertificates(org_id, supplierId),
      countDeviations(org_id, supplierId),
    ]);
    return {
      total_components: itemCount(row),
      active_certificates: counted.active,
      expiring_certificates: counted.expiring,
      open_deviations: deviations.open,
      on_time_delivery_rate: deliveryRate(row),
      expired_certificates: counted.expired,
      critical_deviations: deviations.critical,
    };
  };

  return {
    readFigures,
    async metrics(orgId, supplierId) {
      const {
        expired_certificates: _expired,
        critical_deviations: _critical,
        ...metrics
      } = await readFigures(orgId, supplierId);
      return metrics;
    },
    async activeByComponent(org_id, supplier_id) {
      const today = toDay(await localTime(org_id));
      const filter = {
        org_id,
        supplier_id,
        gone: false,
        status: { $in: [...BY_DATE] },
        component_id: { $ne: null },
        $or: [{ expiry_date: null }, { expiry_date: { $gte: today } }],
      };
      const stages = [{ $match: filter }, { $group: { _id: '$component_id', count: { $sum: 1 } } }];
      const found = await certificates.model.aggregate<{ _id: string; count: number }>(stages);
      return new Map(found.map(({ _id, count }) => [_id, count]));
    },
  };
};
