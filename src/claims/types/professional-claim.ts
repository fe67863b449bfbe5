// Made of the schema by `npm run claims:types`; never edited.

/** A professional claim, as JSON. */
export interface ProfessionalClaim {
  readonly billing: {
    readonly address?: ProfessionalAddress;
    /** 2010AC/REF[01=FY]/02. @deprecated */
    readonly claimOfficeNumber?: string;
    /** 2010BB/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    readonly contactInformation?: ProfessionalContact;
    /** 2010AA/REF[01=EI]/02. */
    readonly employerId?: string;
    /** 2010AA/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2010AA/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2010BB/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2010AA/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2010AC/REF[01=NF]/02. @deprecated */
    readonly naic?: string;
    /** 2010AA/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2010AA/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 2010AC/REF[01=2U]/02. @deprecated */
    readonly payerIdentificationNumber?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2010AA/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2010AA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010AA/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2010AA/NM1[02=1]/07. */
    readonly suffix?: string;
    /** 2000A/PRV[01=BI][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  /** BHT/06. */
  readonly claimIdentifier?: '31' | 'CH' | 'RP';
  readonly claimInformation: {
    readonly ambulanceCertification?: readonly ProfessionalAmbulanceCertification[];
    readonly ambulanceDropOffLocation?: ProfessionalAddress;
    readonly ambulancePickUpLocation?: ProfessionalAddress;
    readonly ambulanceTransportInformation?: ProfessionalAmbulanceTransportInformation;
    /** 2300/HI[01-1=BP]/01-2 02-2. */
    readonly anesthesiaRelatedSurgicalProcedure?: readonly string[];
    /** 2300/CLM/11-5. */
    readonly autoAccidentCountryCode?: string;
    /** 2300/CLM/11-4. */
    readonly autoAccidentStateCode?: string;
    /** 2300/CLM/08. */
    readonly benefitsAssignmentCertificationIndicator: 'N' | 'W' | 'Y';
    /** 2300/CLM/02. */
    readonly claimChargeAmount: string;
    readonly claimContractInformation?: ProfessionalContractInformation;
    readonly claimDateInformation?: {
      /** 2300/DTP[01=439]/03. */
      readonly accidentDate?: string;
      /** 2300/DTP[01=453]/03. */
      readonly acuteManifestationDate?: string;
      /** 2300/DTP[01=435]/03. */
      readonly admissionDate?: string;
      /** 2300/DTP[01=090]/03. */
      readonly assumedAndRelinquishedCareBeginDate?: string;
      /** 2300/DTP[01=091]/03. */
      readonly assumedAndRelinquishedCareEndDate?: string;
      /** 2300/DTP[01=296]/03. */
      readonly authorizedReturnToWorkDate?: string;
      /** 2300/DTP[01=314,360]/03. */
      readonly disabilityBeginDate?: string;
      /** 2300/DTP[01=314,361]/03. */
      readonly disabilityEndDate?: string;
      /** 2300/DTP[01=096]/03. */
      readonly dischargeDate?: string;
      /** 2300/DTP[01=444]/03. */
      readonly firstContactDate?: string;
      /** 2300/DTP[01=471]/03. */
      readonly hearingAndVisionPrescriptionDate?: string;
      /** 2300/DTP[01=454]/03. */
      readonly initialTreatmentDate?: string;
      /** 2300/DTP[01=484]/03. */
      readonly lastMenstrualPeriodDate?: string;
      /** 2300/DTP[01=304]/03. */
      readonly lastSeenDate?: string;
      /** 2300/DTP[01=297]/03. */
      readonly lastWorkedDate?: string;
      /** 2300/DTP[01=455]/03. */
      readonly lastXRayDate?: string;
      /** 2300/DTP[01=050]/03. */
      readonly repricerReceivedDate?: string;
      /** 2300/DTP[01=431]/03. */
      readonly symptomDate?: string;
    };
    /** 2000B/SBR/09. */
    readonly claimFilingCode: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'CI' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
    /** 2300/CLM/05-3. */
    readonly claimFrequencyCode: '1' | '7' | '8';
    readonly claimNote?: {
      /** 2300/NTE[01=ADD]/02. */
      readonly additionalInformation?: string;
      /** 2300/NTE[01=CER]/02. */
      readonly certificationNarrative?: string;
      /** 2300/NTE[01=DGN]/02. */
      readonly diagnosisDescription?: string;
      /** 2300/NTE[01=DCP]/02. */
      readonly goalRehabOrDischargePlans?: string;
      /** 2300/NTE[01=TPO]/02. */
      readonly thirdPartOrgNotes?: string;
    };
    readonly claimPricingRepricingInformation?: ProfessionalLinePricingRepricingInformation;
    readonly claimSupplementalInformation?: {
      /** 2300/REF[01=9C]/02. */
      readonly adjustedRepricedClaimNumber?: string;
      /** 2300/REF[01=1J]/02. */
      readonly carePlanOversightNumber?: string;
      /** 2300/REF[01=F8]/02. */
      readonly claimControlNumber?: string;
      /** 2300/REF[01=D9]/02. @deprecated */
      readonly claimNumber?: string;
      /** 2300/REF[01=X4]/02. */
      readonly cliaNumber?: string;
      /** 2300/REF[01=P4]/02. */
      readonly demoProjectIdentifier?: string;
      /** 2300/REF[01=LX]/02. */
      readonly investigationalDeviceExemptionNumber?: string;
      /** 2300/REF[01=EW]/02. */
      readonly mammographyCertificationNumber?: string;
      /** 2300/REF[01=EA]/02. */
      readonly medicalRecordNumber?: string;
      /** 2300/REF[01=F5]/02. */
      readonly medicareCrossoverReferenceId?: string;
      /** 2300/REF[01=G1]/02. */
      readonly priorAuthorizationNumber?: string;
      /** 2300/REF[01=9F]/02. */
      readonly referralNumber?: string;
      readonly reportInformation?: ProfessionalReportInformation;
      readonly reportInformations?: readonly ProfessionalReportInformation[];
      /** 2300/REF[01=9A]/02. */
      readonly repricedClaimNumber?: string;
      /** 2300/REF[01=4N]/02. */
      readonly serviceAuthorizationExceptionCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
    };
    readonly conditionInformation?: readonly {
      /** 2300/HI[01-1=BG]/NN-2. */
      readonly conditionCodes: readonly string[];
    }[];
    /** PAT/06. */
    readonly deathDate?: string;
    /** 2300/CLM/20. */
    readonly delayReasonCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '15';
    readonly epsdtReferral?: {
      /** 2300/CRC[01=ZZ]/02. */
      readonly certificationConditionCodeAppliesIndicator: 'N' | 'Y';
      /** 2300/CRC[01=ZZ]/03 04 05. */
      readonly conditionCodes: readonly ('AV' | 'NU' | 'S2' | 'ST')[];
    };
    /** 2300/K3/01. @deprecated */
    readonly fileInformation?: string;
    /** 2300/K3/01. */
    readonly fileInformationList?: readonly string[];
    readonly healthCareCodeInformation: readonly ({
      /** 2300/HI[01-1=ABK,BK]/NN-2. */
      readonly diagnosisCode: string;
      /** 2300/HI[01-1=ABK,BK]/NN-1. */
      readonly diagnosisTypeCode: 'BK' | 'ABK' | 'BF' | 'ABF';
    })[];
    /** 2300/CRC[01=75]/02. */
    readonly homeboundIndicator?: boolean;
    readonly otherSubscriberInformation?: readonly ({
      /** 2320/OI/03. */
      readonly benefitsAssignmentCertificationIndicator: 'N' | 'W' | 'Y';
      /** 2320/SBR/09. */
      readonly claimFilingIndicatorCode: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'CI' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
      readonly claimLevelAdjustments?: readonly ProfessionalClaimLevelAdjustments[];
      /** 2320/SBR/02. */
      readonly individualRelationshipCode: '01' | '18' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
      /** 2320/SBR/03. */
      readonly insuranceGroupOrPolicyNumber?: string;
      /** 2320/SBR/05. */
      readonly insuranceTypeCode?: '12' | '13' | '14' | '15' | '16' | '41' | '42' | '43' | '47';
      readonly medicareOutpatientAdjudication?: {
        /** 2320/MOA/03 04 05 06 07. */
        readonly claimPaymentRemarkCode?: readonly string[];
        /** 2320/MOA/08. */
        readonly endStageRenalDiseasePaymentAmount?: string;
        /** 2320/MOA/02. */
        readonly hcpcsPayableAmount?: string;
        /** 2320/MOA/09. */
        readonly nonPayableProfessionalComponentBilledAmount?: string;
        /** 2320/MOA/01. */
        readonly reimbursementRate?: string;
      };
      /** 2320/AMT[01=A8]/02. */
      readonly nonCoveredChargeAmount?: string;
      /** 2320/SBR/04. */
      readonly otherInsuredGroupName?: string;
      readonly otherPayerBillingProvider?: readonly ({
        /** 2330G/NM1/02. */
        readonly entityTypeQualifier: '1' | '2';
        readonly otherPayerBillingProviderIdentifier: readonly ProfessionalSecondaryIdentifier[];
      })[];
      readonly otherPayerName: {
        readonly otherPayerAddress?: ProfessionalAddress;
        /** 2330B/DTP[01=573]/03. */
        readonly otherPayerAdjudicationOrPaymentDate?: string;
        /** 2330B/REF[01=T4]/02. */
        readonly otherPayerClaimAdjustmentIndicator?: boolean;
        /** 2330B/REF[01=F8]/02. */
        readonly otherPayerClaimControlNumber?: string;
        /** 2330B/NM1/09. */
        readonly otherPayerIdentifier: string;
        /** 2330B/NM1/08. */
        readonly otherPayerIdentifierTypeCode: 'PI' | 'XV';
        /** 2330B/NM1/03. */
        readonly otherPayerOrganizationName: string;
        /** 2330B/REF[01=G1]/02. */
        readonly otherPayerPriorAuthorizationNumber?: string;
        /** 2330B/REF[01=9F]/02. */
        readonly otherPayerPriorAuthorizationOrReferralNumber?: string;
        readonly otherPayerSecondaryIdentifier?: readonly ProfessionalSecondaryIdentifier[];
      };
      readonly otherPayerReferringProvider?: readonly {
        readonly otherPayerReferringProviderIdentifier: readonly ProfessionalSecondaryIdentifier[];
      }[];
      readonly otherPayerRenderingProvider?: readonly ({
        /** 2330D/NM1/02. */
        readonly entityTypeQualifier: '1' | '2';
        readonly otherPayerRenderingProviderSecondaryIdentifier?: readonly ProfessionalSecondaryIdentifier[];
      })[];
      readonly otherPayerServiceFacilityLocation?: readonly {
        readonly otherPayerServiceFacilityLocationSecondaryIdentifier: readonly ProfessionalSecondaryIdentifier[];
      }[];
      readonly otherPayerSupervisingProvider?: readonly {
        readonly otherPayerSupervisingProviderIdentifier: readonly ProfessionalSecondaryIdentifier[];
      }[];
      readonly otherSubscriberName: {
        /** 2330A/REF[01=SY]/02. */
        readonly otherInsuredAdditionalIdentifier?: string;
        readonly otherInsuredAddress?: ProfessionalAddress;
        /** 2330A/NM1/04. */
        readonly otherInsuredFirstName?: string;
        /** 2330A/NM1/09. */
        readonly otherInsuredIdentifier: string;
        /** 2330A/NM1/08. */
        readonly otherInsuredIdentifierTypeCode: 'II' | 'MI';
        /** 2330A/NM1/03. */
        readonly otherInsuredLastName: string;
        /** 2330A/NM1/05. */
        readonly otherInsuredMiddleName?: string;
        /** 2330A/NM1/07. */
        readonly otherInsuredNameSuffix?: string;
        /** 2330A/NM1/02. */
        readonly otherInsuredQualifier: '1' | '2';
      };
      /** 2320/OI/04. */
      readonly patientSignatureGeneratedForPatient?: boolean;
      /** 2320/AMT[01=D]/02. */
      readonly payerPaidAmount?: string;
      /** 2320/SBR/01. */
      readonly paymentResponsibilityLevelCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
      /** 2320/OI/06. */
      readonly releaseOfInformationCode: 'I' | 'Y';
      /** 2320/AMT[01=EAF]/02. */
      readonly remainingPatientLiability?: string;
    })[];
    /** 2300/AMT[01=F5]/02. */
    readonly patientAmountPaid?: string;
    readonly patientConditionInformationVision?: readonly ({
      /** 2300/CRC[01=E1,E2,E3]/02. */
      readonly certificationConditionIndicator: 'N' | 'Y';
      /** 2300/CRC[01=E1,E2,E3]/01. */
      readonly codeCategory: 'E1' | 'E2' | 'E3';
      /** 2300/CRC[01=E1,E2,E3]/03 04 05 06 07. */
      readonly conditionCodes: readonly ('L1' | 'L2' | 'L3' | 'L4' | 'L5')[];
    })[];
    /** 2300/CLM/01. */
    readonly patientControlNumber: string;
    /** 2300/CLM/10. */
    readonly patientSignatureSourceCode?: boolean;
    /** PAT/08. */
    readonly patientWeight?: string;
    /** 2300/CLM/05-1. */
    readonly placeOfServiceCode: string;
    /** 2300/CLM/07. */
    readonly planParticipationCode: 'A' | 'B' | 'C';
    /** PAT/09. */
    readonly pregnancyIndicator?: 'Y';
    /** 2010BA/REF[01=Y4]/02 or 2010CA/REF[01=Y4]/02. */
    readonly propertyCasualtyClaimNumber?: string;
    /** 2300/CLM/11-1 11-2. */
    readonly relatedCausesCode?: readonly ('AA' | 'EM' | 'OA')[];
    /** 2300/CLM/09. */
    readonly releaseInformationCode: 'I' | 'Y';
    readonly serviceFacilityLocation?: {
      readonly address: ProfessionalAddress;
      /** 2310C/NM1[08=XX]/09. */
      readonly npi?: string;
      /** 2310C/NM1/03. */
      readonly organizationName: string;
      /** 2310C/PER[05=EX]/06. */
      readonly phoneExtension?: string;
      /** 2310C/PER/02. */
      readonly phoneName?: string;
      /** 2310C/PER[03=TE]/04. */
      readonly phoneNumber?: string;
      readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier[];
    };
    readonly serviceLines: readonly ({
      /** 2400/NTE[01=ADD]/02. */
      readonly additionalNotes?: string;
      readonly ambulanceCertification?: readonly ProfessionalAmbulanceCertification[];
      readonly ambulanceDropOffLocation?: ProfessionalAddress;
      /** 2400/QTY[01=PT]/02. */
      readonly ambulancePatientCount?: number;
      readonly ambulancePickUpLocation?: ProfessionalAddress;
      readonly ambulanceTransportInformation?: ProfessionalAmbulanceTransportInformation;
      /** 2400/LX/01. @deprecated */
      readonly assignedNumber?: string;
      readonly conditionIndicatorDurableMedicalEquipment?: {
        /** 2400/CRC[01=09]/02. */
        readonly certificationConditionIndicator: 'Y' | 'N';
        /** 2400/CRC[01=09]/03. */
        readonly conditionIndicator: '38' | 'ZV';
        /** 2400/CRC[01=09]/04. */
        readonly conditionIndicatorCode?: '38' | 'ZV';
      };
      readonly contractInformation?: ProfessionalContractInformation;
      readonly drugIdentification?: {
        /** 2410/REF[01=VY]/02. */
        readonly linkSequenceNumber?: string;
        /** 2410/CTP/05-1. */
        readonly measurementUnitCode: 'F2' | 'GR' | 'ME' | 'ML' | 'UN';
        /** 2410/LIN/03. */
        readonly nationalDrugCode: string;
        /** 2410/CTP/04. */
        readonly nationalDrugUnitCount: string;
        /** 2410/REF[01=XZ]/02. */
        readonly pharmacyPrescriptionNumber?: string;
        /** 2410/LIN/02. */
        readonly serviceIdQualifier: 'EN' | 'EO' | 'HI' | 'N4' | 'ON' | 'UK' | 'UP';
      };
      readonly durableMedicalEquipmentCertificateOfMedicalNecessity?: {
        /** 2400/PWK[01=CT]/02. */
        readonly attachmentTransmissionCode: 'AB' | 'AD' | 'AF' | 'AG' | 'NS';
      };
      readonly durableMedicalEquipmentCertification?: {
        /** 2400/CR3/01. */
        readonly certificationTypeCode: 'I' | 'R' | 'S';
        /** 2400/CR3/03. */
        readonly durableMedicalEquipmentDurationInMonths: string;
      };
      readonly durableMedicalEquipmentService?: {
        /** 2400/SV5/03. */
        readonly days: string;
        /** 2400/SV5/06. */
        readonly frequencyCode: '1' | '4' | '6';
        /** 2400/SV5/05. */
        readonly purchasePrice: string;
        /** 2400/SV5/04. */
        readonly rentalPrice: string;
      };
      /** 2400/K3/01. */
      readonly fileInformation?: readonly string[];
      readonly formIdentification?: readonly ({
        /** 2440/LQ/02. */
        readonly formIdentifier: string;
        /** 2440/LQ/01. */
        readonly formTypeCode: 'AS' | 'UT';
        readonly supportingDocumentation?: readonly ({
          /** 2440/FRM/01. */
          readonly questionNumber: string;
          /** 2440/FRM/03. */
          readonly questionResponse?: string;
          /** 2440/FRM/04. */
          readonly questionResponseAsDate?: string;
          /** 2440/FRM/05. */
          readonly questionResponseAsPercent?: string;
          /** 2440/FRM/02. */
          readonly questionResponseCode?: 'N' | 'W' | 'Y';
        })[];
      })[];
      /** 2400/NTE[01=DCP]/02. */
      readonly goalRehabOrDischargePlans?: string;
      /** 2400/CRC[01=70]/02. */
      readonly hospiceEmployeeIndicator?: boolean;
      readonly lineAdjudicationInformation?: readonly ({
        /** 2430/DTP[01=573]/03. */
        readonly adjudicationOrPaymentDate: string;
        /** 2430/SVD/06. */
        readonly bundledOrUnbundledLineNumber?: string;
        readonly claimAdjustmentInformation?: readonly ProfessionalClaimLevelAdjustments[];
        /** 2430/SVD/01. */
        readonly otherPayerPrimaryIdentifier: string;
        /** 2430/SVD/05. */
        readonly paidServiceUnitCount: string;
        /** 2430/SVD/03-2. */
        readonly procedureCode: string;
        /** 2430/SVD/03-7. */
        readonly procedureCodeDescription?: string;
        /** 2430/SVD/03-3 03-4 03-5 03-6. */
        readonly procedureModifier?: readonly string[];
        /** 2430/AMT[01=EAF]/02. */
        readonly remainingPatientLiability?: string;
        /** 2430/SVD/03-1. */
        readonly serviceIdQualifier: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
        /** 2430/SVD/02. */
        readonly serviceLinePaidAmount: string;
      })[];
      readonly linePricingRepricingInformation?: ProfessionalLinePricingRepricingInformation;
      /** 2400/QTY[01=FL]/02. */
      readonly obstetricAnesthesiaAdditionalUnits?: number;
      readonly orderingProvider?: {
        readonly address?: ProfessionalAddress;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimOfficeNumber?: string;
        /** 2420E/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        readonly contactInformation?: {
          /** 2420E/PER/08. */
          readonly email?: string;
          /** 2420E/PER/06. */
          readonly faxNumber?: string;
          /** 2420E/PER[01=IC]/02. */
          readonly name: string;
          /** 2420E/PER/06. */
          readonly phoneExtension?: string;
          /** 2420E/PER/04. */
          readonly phoneNumber?: string;
        };
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerIdentificationNumber?: string;
        /** 2420E/NM1/04. */
        readonly firstName?: string;
        /** 2420E/NM1/03. */
        readonly lastName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly locationNumber?: string;
        /** 2420E/NM1/05. */
        readonly middleName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly naic?: string;
        /** 2420E/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** 2420E/REF/04-2. */
        readonly otherIdentifier?: string;
        /** 2420E/REF/04-2. */
        readonly payerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: string;
        /** 2420E/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly ssn?: string;
        /** 2420E/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420E/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      /** 2400/AMT[01=F4]/02. */
      readonly postageTaxAmount?: string;
      readonly professionalService: {
        readonly compositeDiagnosisCodePointers: {
          /** 2400/SV1/07-1 07-2 07-3 07-4. */
          readonly diagnosisCodePointers: readonly string[];
        };
        /** 2400/SV1/15. */
        readonly copayStatusCode?: '0';
        /** 2400/SV1/01-7. */
        readonly description?: string;
        /** 2400/SV1/09. */
        readonly emergencyIndicator?: 'Y';
        /** 2400/SV1/11. */
        readonly epsdtIndicator?: 'Y';
        /** 2400/SV1/12. */
        readonly familyPlanningIndicator?: 'Y';
        /** 2400/SV1/02. */
        readonly lineItemChargeAmount: string;
        /** 2400/SV1/03. */
        readonly measurementUnit: 'MJ' | 'UN';
        /** 2400/SV1/05. */
        readonly placeOfServiceCode?: string;
        /** 2400/SV1/01-2. */
        readonly procedureCode: string;
        /** 2400/SV1/01-1. */
        readonly procedureIdentifier: 'ER' | 'HC' | 'IV' | 'WK';
        /** 2400/SV1/01-3 01-4 01-5 01-6. */
        readonly procedureModifiers?: readonly string[];
        /** 2400/SV1/04. */
        readonly serviceUnitCount: string;
      };
      /** 2400/REF[01=6R]/02. */
      readonly providerControlNumber?: string;
      readonly purchasedServiceInformation?: {
        /** 2400/PS1/02. */
        readonly purchasedServiceChargeAmount: string;
        /** 2400/PS1/01. */
        readonly purchasedServiceProviderIdentifier: string;
      };
      readonly purchasedServiceProvider?: {
        /** @deprecated */
        readonly address?: ProfessionalAddress2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimOfficeNumber?: string;
        /** 2420B/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: ProfessionalContact2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly firstName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly lastName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly locationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly middleName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly naic?: string;
        /** 2420B/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly organizationName?: string;
        /** 2420B/REF/04-2. @deprecated */
        readonly otherIdentifier?: string;
        /** 2420B/REF/04-2. */
        readonly payerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: string;
        /** 2420B/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly ssn?: string;
        /** 2420B/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      readonly referringProvider?: {
        /** @deprecated */
        readonly address?: ProfessionalAddress2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimOfficeNumber?: string;
        /** 2420F/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: ProfessionalContact2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerIdentificationNumber?: string;
        /** 2420F/NM1/04. */
        readonly firstName?: string;
        /** 2420F/NM1/03. */
        readonly lastName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly locationNumber?: string;
        /** 2420F/NM1/05. */
        readonly middleName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly naic?: string;
        /** 2420F/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** 2420F/REF/04-2. */
        readonly otherIdentifier?: string;
        /** 2420F/REF/04-2. */
        readonly payerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: string;
        /** 2420F/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly ssn?: string;
        /** 2420F/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420F/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      readonly renderingProvider?: {
        /** @deprecated */
        readonly address?: ProfessionalAddress2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimOfficeNumber?: string;
        /** 2420A/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: ProfessionalContact2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerIdentificationNumber?: string;
        /** 2420A/NM1[02=1]/04. */
        readonly firstName?: string;
        /** 2420A/NM1[02=1]/03. */
        readonly lastName?: string;
        /** 2420A/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420A/NM1[02=1]/05. */
        readonly middleName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly naic?: string;
        /** 2420A/NM1[08=XX]/09. */
        readonly npi?: string;
        /** 2420A/NM1[02=2]/03. */
        readonly organizationName?: string;
        /** 2420A/REF/04-2. */
        readonly otherIdentifier?: string;
        /** 2420A/REF/04-2. */
        readonly payerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: string;
        /** 2420A/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly ssn?: string;
        /** 2420A/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420A/NM1[02=1]/07. */
        readonly suffix?: string;
        /** 2420A/PRV[01=PE][02=PXC]/03. */
        readonly taxonomyCode?: string;
      };
      /** 2400/AMT[01=T]/02. */
      readonly salesTaxAmount?: string;
      /** 2400/DTP[01=472]/03. */
      readonly serviceDate: string;
      /** 2400/DTP[01=472]/03. */
      readonly serviceDateEnd?: string;
      readonly serviceFacilityLocation?: {
        readonly address: ProfessionalAddress;
        /** 2420C/NM1[08=XX]/09. */
        readonly npi?: string;
        /** 2420C/NM1/03. */
        readonly organizationName: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly phoneExtension?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly phoneName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly phoneNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
      };
      readonly serviceLineDateInformation?: {
        /** 2400/DTP[01=463]/03. */
        readonly beginTherapyDate?: string;
        /** 2400/DTP[01=607]/03. */
        readonly certificationRevisionOrRecertificationDate?: string;
        /** 2400/DTP[01=738]/03. */
        readonly hemoglobinTestDate?: string;
        /** 2400/DTP[01=454]/03. */
        readonly initialTreatmentDate?: string;
        /** 2400/DTP[01=461]/03. */
        readonly lastCertificationDate?: string;
        /** 2400/DTP[01=455]/03. */
        readonly lastXRayDate?: string;
        /** 2400/DTP[01=471]/03. */
        readonly prescriptionDate?: string;
        /** 2400/DTP[01=739]/03. */
        readonly serumCreatineTestDate?: string;
        /** 2400/DTP[01=011]/03. */
        readonly shippedDate?: string;
        /** 2400/DTP[01=304]/03. */
        readonly treatmentOrTherapyDate?: string;
      };
      readonly serviceLineReferenceInformation?: {
        /** 2400/REF[01=9D]/02. */
        readonly adjustedRepricedLineItemReferenceNumber?: string;
        /** 2400/REF[01=X4]/02. */
        readonly clinicalLaboratoryImprovementAmendmentNumber?: string;
        /** 2400/REF[01=BT]/02. */
        readonly immunizationBatchNumber?: string;
        /** 2400/REF[01=EW]/02. */
        readonly mammographyCertificationNumber?: string;
        readonly priorAuthorization?: readonly {
          /** 2400/REF[01=G1]/04-2. */
          readonly otherPayerPrimaryIdentifier?: string;
          /** 2400/REF[01=G1]/02. */
          readonly priorAuthorizationOrReferralNumber: string;
        }[];
        /** 2400/REF[01=9F]/02. */
        readonly referralNumber?: readonly string[];
        /** 2400/REF[01=F4]/02. */
        readonly referringCliaNumber?: string;
        /** 2400/REF[01=9B]/02. */
        readonly repricedLineItemReferenceNumber?: string;
      };
      readonly serviceLineSupplementalInformation?: readonly ProfessionalReportInformation[];
      readonly supervisingProvider?: {
        /** @deprecated */
        readonly address?: ProfessionalAddress2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimOfficeNumber?: string;
        /** 2420D/REF[01=G2]/02. */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: ProfessionalContact2;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerIdentificationNumber?: string;
        /** 2420D/NM1/04. */
        readonly firstName?: string;
        /** 2420D/NM1/03. */
        readonly lastName?: string;
        /** 2420D/REF[01=LU]/02. */
        readonly locationNumber?: string;
        /** 2420D/NM1/05. */
        readonly middleName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly naic?: string;
        /** 2420D/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** 2420D/REF/04-2. */
        readonly otherIdentifier?: string;
        /** 2420D/REF/04-2. @deprecated */
        readonly payerIdentificationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: string;
        /** 2420D/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly secondaryIdentifier?: readonly ProfessionalSecondaryIdentifier2[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly ssn?: string;
        /** 2420D/REF[01=0B]/02. */
        readonly stateLicenseNumber?: string;
        /** 2420D/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      readonly testResults?: readonly ({
        /** 2400/MEA/02. */
        readonly measurementQualifier: 'HT' | 'R1' | 'R2' | 'R3' | 'R4';
        /** 2400/MEA/01. */
        readonly measurementReferenceIdentificationCode: 'OG' | 'TR';
        /** 2400/MEA/03. */
        readonly testResults: string;
      })[];
      /** 2400/NTE[01=TPO]/02. */
      readonly thirdPartyOrganizationNotes?: string;
    })[];
    /** 2300/CLM/06. */
    readonly signatureIndicator: 'N' | 'Y';
    /** 2300/CLM/12. */
    readonly specialProgramCode?: '02' | '03' | '05' | '09';
    readonly spinalManipulationServiceInformation?: {
      /** 2300/CR2/08. */
      readonly patientConditionCode: 'A' | 'C' | 'D' | 'E' | 'F' | 'G' | 'M';
      /** 2300/CR2/10. */
      readonly patientConditionDescription1?: string;
      /** 2300/CR2/11. */
      readonly patientConditionDescription2?: string;
    };
  };
  /** It has no place in the claim and is not sent. */
  readonly controlNumber?: string;
  readonly dependent?: {
    readonly address?: ProfessionalAddress;
    readonly contactInformation?: ProfessionalContact3;
    /** 2010CA/DMG[01=D8]/02. */
    readonly dateOfBirth: string;
    /** 2010CA/NM1/04. */
    readonly firstName: string;
    /** 2010CA/DMG/03. */
    readonly gender: 'M' | 'F' | 'U';
    /** 2010CA/NM1/03. */
    readonly lastName: string;
    /** 2010CA/REF[01=1W]/02. */
    readonly memberId?: string;
    /** 2010CA/NM1/05. */
    readonly middleName?: string;
    /** 2000C/PAT/01. */
    readonly relationshipToSubscriberCode: '01' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
    /** 2010CA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010CA/NM1/07. */
    readonly suffix?: string;
  };
  /** @deprecated */
  readonly ordering?: {
    readonly address?: ProfessionalAddress;
    /** It has no place in the claim and is not sent. */
    readonly claimOfficeNumber?: string;
    /** 2420E/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    readonly contactInformation?: ProfessionalContact;
    /** It has no place in the claim and is not sent. */
    readonly employerId?: string;
    /** It has no place in the claim and is not sent. */
    readonly employerIdentificationNumber?: string;
    /** 2420E/NM1/04. */
    readonly firstName?: string;
    /** 2420E/NM1/03. */
    readonly lastName?: string;
    /** It has no place in the claim and is not sent. */
    readonly locationNumber?: string;
    /** 2420E/NM1/05. */
    readonly middleName?: string;
    /** It has no place in the claim and is not sent. */
    readonly naic?: string;
    /** 2420E/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. */
    readonly payerIdentificationNumber?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2420E/REF[01=1G]/02. */
    readonly providerUpinNumber?: string;
    /** It has no place in the claim and is not sent. */
    readonly ssn?: string;
    /** 2420E/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2420E/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. */
    readonly taxonomyCode?: string;
  };
  readonly payToAddress?: ProfessionalAddress;
  readonly payToPlan?: {
    readonly address: ProfessionalAddress;
    /** 2010AC/NM1/03. */
    readonly organizationName: string;
    /** 2010AC/NM1/09. */
    readonly primaryIdentifier: string;
    /** 2010AC/NM1/08. */
    readonly primaryIdentifierTypeCode: 'PI' | 'XV';
    /** 2010AC/REF[01=2U,FY,NF]/02. */
    readonly secondaryIdentifier?: string;
    /** 2010AC/REF[01=2U,FY,NF]/01. */
    readonly secondaryIdentifierTypeCode?: '2U' | 'FY' | 'NF';
    /** 2010AC/REF[01=EI]/02. */
    readonly taxIdentificationNumber: string;
  };
  readonly payerAddress?: ProfessionalAddress;
  /** @deprecated */
  readonly providers?: readonly {
    /** @deprecated */
    readonly address?: ProfessionalAddress;
    /** (role)/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: ProfessionalContact;
    /** 2010AA/REF[01=EI]/02. @deprecated */
    readonly employerId?: string;
    /** (role)/NM1/04. */
    readonly firstName?: string;
    /** (role)/NM1/03. */
    readonly lastName?: string;
    /** (role)/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** (role)/NM1/05. */
    readonly middleName?: string;
    /** (role)/NM1[08=XX]/09. */
    readonly npi?: string;
    /** (role)/NM1/03. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. */
    readonly providerType: string;
    /** (role)/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2010AA/REF[01=SY]/02. @deprecated */
    readonly ssn?: string;
    /** (role)/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** (role)/NM1/07. */
    readonly suffix?: string;
    /** (role)/PRV/03. @deprecated */
    readonly taxonomyCode?: string;
  }[];
  readonly receiver: {
    /** 1000B/NM1/03. */
    readonly organizationName: string;
    /** 1000B/NM1/09. */
    readonly receiverId?: string;
  };
  readonly referring?: {
    /** @deprecated */
    readonly address?: ProfessionalAddress2;
    /** 2310A/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: ProfessionalContact2;
    /** 2310A/NM1/04. */
    readonly firstName?: string;
    /** 2310A/NM1/03. */
    readonly lastName?: string;
    /** 2310A/NM1/05. */
    readonly middleName?: string;
    /** 2310A/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310A/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310A/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310A/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly taxonomyCode?: string;
  };
  readonly rendering?: {
    /** @deprecated */
    readonly address?: ProfessionalAddress2;
    /** 2310B/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: ProfessionalContact2;
    /** 2310B/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2310B/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2310B/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2310B/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2310B/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2310B/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310B/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310B/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310B/NM1[02=1]/07. */
    readonly suffix?: string;
    /** 2310B/PRV[01=PE][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  readonly submitter: {
    readonly contactInformation: ProfessionalContact;
    /** 1000A/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 1000A/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 1000A/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 1000A/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 1000A/NM1[08=46]/09. */
    readonly submitterIdentification?: string;
  };
  readonly subscriber: {
    readonly address?: ProfessionalAddress;
    readonly contactInformation?: ProfessionalContact3;
    /** 2010BA/DMG[01=D8]/02. */
    readonly dateOfBirth?: string;
    /** 2010BA/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2010BA/DMG/03. */
    readonly gender?: 'M' | 'F' | 'U';
    /** 2000B/SBR/03. */
    readonly groupNumber?: string;
    /** 2000B/SBR/05. */
    readonly insuranceTypeCode?: '12' | '13' | '14' | '15' | '16' | '41' | '42' | '43' | '47';
    /** 2010BA/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2010BA/NM1[08=MI]/09. */
    readonly memberId?: string;
    /** 2010BA/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2010BA/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 2000B/SBR/01. */
    readonly paymentResponsibilityLevelCode?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
    /** 2000B/SBR/03. */
    readonly policyNumber?: string;
    /** 2010BA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2000B/SBR/04. */
    readonly subscriberGroupName?: string;
    /** 2010BA/NM1[02=1]/07. */
    readonly suffix?: string;
  };
  readonly supervising?: {
    /** @deprecated */
    readonly address?: ProfessionalAddress2;
    /** 2310D/REF[01=G2]/02. */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: ProfessionalContact2;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly employerId?: string;
    /** 2310D/NM1/04. */
    readonly firstName?: string;
    /** 2310D/NM1/03. */
    readonly lastName?: string;
    /** 2310D/REF[01=LU]/02. */
    readonly locationNumber?: string;
    /** 2310D/NM1/05. */
    readonly middleName?: string;
    /** 2310D/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310D/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly ssn?: string;
    /** 2310D/REF[01=0B]/02. */
    readonly stateLicenseNumber?: string;
    /** 2310D/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly taxonomyCode?: string;
  };
  /** 2010BB/NM1/03. */
  readonly tradingPartnerName?: string;
  readonly tradingPartnerSecondaryIdentifiers?: {
    /** 2010BB/REF[01=FY]/02. */
    readonly claimOfficeNumber?: string;
    /** 2010BB/REF[01=EI]/02. */
    readonly employerIdentificationNumber?: string;
    /** 2010BB/REF[01=NF]/02. */
    readonly naic?: string;
    /** 2010BB/REF[01=2U]/02. @deprecated */
    readonly payerIdentificationNumber?: string;
  };
  /** 2010BB/NM1[08=PI]/09. */
  readonly tradingPartnerServiceId: string;
  /** ISA15. */
  readonly usageIndicator?: string;
}

export interface ProfessionalAddress {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly countryCode?: string;
  readonly countrySubDivisionCode?: string;
  readonly postalCode?: string;
  readonly state?: string;
}

export interface ProfessionalAddress2 {
  /** It has no place in the claim and is not sent. */
  readonly address1: string;
  /** It has no place in the claim and is not sent. */
  readonly address2?: string;
  /** It has no place in the claim and is not sent. */
  readonly city: string;
  /** It has no place in the claim and is not sent. */
  readonly countryCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly countrySubDivisionCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly postalCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly state?: string;
}

export interface ProfessionalAdjustmentDetails {
  readonly adjustmentAmount: string;
  readonly adjustmentQuantity?: string;
  readonly adjustmentReasonCode: string;
}

export interface ProfessionalAmbulanceCertification {
  readonly certificationConditionIndicator: 'N' | 'Y';
  readonly conditionCodes: readonly ('01' | '04' | '05' | '06' | '07' | '08' | '09' | '12')[];
}

export interface ProfessionalAmbulanceTransportInformation {
  readonly ambulanceTransportReasonCode: 'A' | 'B' | 'C' | 'D' | 'E';
  readonly patientWeightInPounds?: string;
  readonly roundTripPurposeDescription?: string;
  readonly stretcherPurposeDescription?: string;
  readonly transportDistanceInMiles: string;
}

export interface ProfessionalClaimLevelAdjustments {
  readonly adjustmentDetails: readonly ProfessionalAdjustmentDetails[];
  readonly adjustmentGroupCode: 'CO' | 'CR' | 'OA' | 'PI' | 'PR';
}

export interface ProfessionalContact {
  readonly email?: string;
  readonly faxNumber?: string;
  readonly name?: string;
  readonly phoneExtension?: string;
  readonly phoneNumber?: string;
}

export interface ProfessionalContact2 {
  /** It has no place in the claim and is not sent. */
  readonly email?: string;
  /** It has no place in the claim and is not sent. */
  readonly faxNumber?: string;
  /** It has no place in the claim and is not sent. */
  readonly name?: string;
  /** It has no place in the claim and is not sent. */
  readonly phoneExtension?: string;
  /** It has no place in the claim and is not sent. */
  readonly phoneNumber?: string;
}

export interface ProfessionalContact3 {
  /** It has no place in the claim and is not sent. */
  readonly email?: string;
  /** It has no place in the claim and is not sent. */
  readonly faxNumber?: string;
  readonly name: string;
  readonly phoneExtension?: string;
  readonly phoneNumber?: string;
}

export interface ProfessionalContractInformation {
  readonly contractAmount?: string;
  readonly contractCode?: string;
  readonly contractPercentage?: string;
  readonly contractTypeCode: '01' | '02' | '03' | '04' | '05' | '06' | '09';
  readonly contractVersionIdentifier?: string;
  readonly termsDiscountPercentage?: string;
}

export interface ProfessionalLinePricingRepricingInformation {
  readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
  readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
  readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
  readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
  readonly repricedAllowedAmount: string;
  readonly repricedApprovedAmbulatoryPatientGroupAmount?: string;
  readonly repricedApprovedAmbulatoryPatientGroupCode?: string;
  readonly repricedSavingAmount?: string;
  readonly repricingOrganizationIdentifier?: string;
  readonly repricingPerDiemOrFlatRateAmount?: string;
}

export interface ProfessionalReportInformation {
  readonly attachmentControlNumber?: string;
  readonly attachmentId?: string;
  readonly attachmentReportTypeCode: string;
  readonly attachmentTransmissionCode: 'AA' | 'BM' | 'EL' | 'EM' | 'FT' | 'FX';
}

export interface ProfessionalSecondaryIdentifier {
  readonly identifier: string;
  /** It has no place in the claim and is not sent. @deprecated */
  readonly otherIdentifier?: string;
  readonly qualifier: string;
}

export interface ProfessionalSecondaryIdentifier2 {
  readonly identifier: string;
  readonly otherIdentifier?: string;
  readonly qualifier: string;
}
